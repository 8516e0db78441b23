/** A button with a panel below it, which closes by Escape, by a click elsewhere, or by its content. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  /** Name of the panel, and of the button where that shows no words. */
  readonly label: string;
  /** Said before the button's words: what they are the value of. */
  readonly prefix?: string;
  readonly button: ComponentChildren;
  readonly className?: string;
  readonly align?: "left" | "right";
  readonly children: (close: () => void) => ComponentChildren;
}

export function Popover({ label, prefix, button, className = "", align = "left", children }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    trigger.current?.focus();
  };
  // Before the panel is painted: what is typed right behind the click is meant for it.
  useLayoutEffect(() => {
    if (!open) {
      return;
    }
    const outside = (event: Event): void => {
      if (!root.current!.contains(event.target as Node)) {
        setOpen(false);
      }
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    root.current!.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [open]);
  return (
    <div
      class={`popover ${className}`}
      ref={root}
      onKeyDown={(event) => {
        if (event.key === "Escape" && open) {
          event.stopPropagation();
          close();
        }
      }}
    >
      <button
        ref={trigger}
        type="button"
        class="control"
        aria-label={typeof button === "string" || prefix ? undefined : label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {prefix && <span class="unseen">{prefix}: </span>}
        {button}
      </button>
      {open && (
        <div class={`panel ${align}`} role="dialog" aria-label={label}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
