/** What a page with a token shows to a browser that has not given it yet. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, signIn, signOut } from "../api.ts";
import { UNAUTHORIZED } from "../live.ts";

/** That this browser signed in, so that it is offered to sign out; the session itself is not readable here. */
const REMEMBERED = "plumbline.signedIn";

export function isSignedIn(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) !== null;
  } catch {
    return false; // storage may be forbidden
  }
}

function remember(signedIn: boolean): void {
  try {
    if (signedIn) {
      localStorage.setItem(REMEMBERED, "yes");
    } else {
      localStorage.removeItem(REMEMBERED);
    }
  } catch {
    // then the menu does not offer it
  }
}

export async function endSession(): Promise<void> {
  await signOut();
  remember(false);
}

export function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [token, setToken] = useState("");
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      await signIn(token.trim());
      remember(true);
      onSignedIn();
    } catch (failure) {
      const known = failure instanceof ApiError ? failure : null;
      setTrouble(known?.status === UNAUTHORIZED ? "This is not the token of this page." : (known?.message ?? String(failure)));
      setBusy(false);
      field.current?.select();
    }
  };
  return (
    <main class="sign-in" id="main">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1>Plumbline</h1>
        <p>This page is protected. Its token is what the daemon’s configuration names under page.bearer.</p>
        <label>
          Token
          <input
            ref={field}
            class="field"
            type="password"
            autocomplete="current-password"
            required
            value={token}
            aria-invalid={trouble !== ""}
            aria-describedby="sign-in-trouble"
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        <p class="trouble" id="sign-in-trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="primary" disabled={busy}>
          Sign in
        </button>
      </form>
    </main>
  );
}
