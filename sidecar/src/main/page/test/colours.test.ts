import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { changeInk, changeOf, contrast, frameInk, kindInk, seriesColour, type Theme } from "../src/colours.ts";
import type { FunctionInfo } from "../src/names.ts";

const KINDS = ["kernel", "native", "jvm", "go", "rust", "cpython", "v8js", "perl", "php", "ruby", "dotnet", "beam", "something"];
const THEMES: Theme[] = ["light", "dark"];
const fn = (name: string, type: string): FunctionInfo => ({ key: "0", name, type, file: "", module: `/lib/${name}` });

test("text on every kind's frames is readable", () => {
  for (const theme of THEMES) {
    for (const kind of KINDS) {
      for (let i = 0; i < 40; i++) {
        const { fill, text } = frameInk(fn(`f${i}`, kind), "type", theme);
        assert.ok(contrast(fill, text) >= 4.5, `${theme} ${kind} ${fill} ${contrast(fill, text)}`);
      }
    }
  }
});

test("text on every package's frames is readable", () => {
  for (const theme of THEMES) {
    for (let i = 0; i < 400; i++) {
      const { fill, text } = frameInk(fn(`lib${i}.so`, "native"), "package", theme);
      assert.ok(contrast(fill, text) >= 4.5, `${theme} ${fill} ${contrast(fill, text)}`);
    }
  }
});

test("text on every change is readable, and none is grey", () => {
  for (const theme of THEMES) {
    for (let change = -1; change <= 1; change += 0.05) {
      const { fill, text } = changeInk(change, theme);
      assert.ok(contrast(fill, text) >= 4.5, `${theme} ${change} ${fill} ${contrast(fill, text)}`);
    }
    const grey = changeInk(0, theme).fill.match(/[0-9a-f]{2}/g)!.map((part) => parseInt(part, 16));
    assert.ok(Math.max(...grey) - Math.min(...grey) < 8);
  }
});

/** What the style sheet says for a theme: the first rule that has it is the light one's. */
function styled(name: string, theme: Theme): string {
  const values = [...readFileSync(new URL("../src/style.css", import.meta.url), "utf8").matchAll(new RegExp(`^  --${name}: ([^;]+);$`, "gm"))].map((match) => match[1]!);
  assert.equal(values.length, 2, name);
  return values[theme === "light" ? 0 : 1]!;
}

function mixed(over: string, under: string, share: number): string {
  const channel = (colour: string, at: number) => parseInt(colour.slice(at, at + 2), 16);
  return `#${[1, 3, 5].map((at) => Math.round(share * channel(over, at) + (1 - share) * channel(under, at)).toString(16).padStart(2, "0")).join("")}`;
}

test("the package in a row of the table is readable over its bar, whatever lies under the row", () => {
  for (const theme of THEMES) {
    const text = styled("muted-on-bar", theme);
    const share = parseFloat(styled("bar-fill", theme)) / 100;
    const fills = [...Array(41).keys()].map((step) => changeInk(step / 20 - 1, theme).fill);
    for (let i = 0; i < 200; i++) {
      fills.push(frameInk(fn(`f${i}`, KINDS[i % KINDS.length]!), "type", theme).fill, frameInk(fn(`lib${i}.so`, "native"), "package", theme).fill);
    }
    for (const ground of ["surface", "hover", "accent-soft"]) {
      for (const fill of fills) {
        const behind = mixed(fill, styled(ground, theme), share);
        assert.ok(contrast(behind, text) >= 4.5, `${theme} ${ground} ${fill} ${contrast(behind, text)}`);
      }
    }
  }
});

/** Brettel's projection for people without green cones, simplified to a matrix in linear light. */
function deuteranope(colour: string): number[] {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2) as [number, number, number];
  return [0.367 * r + 0.861 * g - 0.228 * b, 0.28 * r + 0.673 * g + 0.047 * b, -0.012 * r + 0.043 * g + 0.969 * b].map((x) => Math.max(0, x) ** (1 / 2.2) * 255);
}

test("the common kinds can be told apart without green cones", () => {
  const common = ["kernel", "native", "jvm", "go", "cpython"];
  for (const theme of THEMES) {
    for (const one of common) {
      for (const other of common.filter((kind) => kind > one)) {
        const [a, b] = [deuteranope(kindInk(one, theme).fill), deuteranope(kindInk(other, theme).fill)];
        const distance = Math.hypot(...a.map((x, i) => x - b[i]!));
        assert.ok(distance > 16, `${theme} ${one} ${other} ${distance}`);
      }
    }
  }
});

test("both ends of the change scale can be told apart without green cones", () => {
  for (const theme of THEMES) {
    const [less, more] = [deuteranope(changeInk(-1, theme).fill), deuteranope(changeInk(1, theme).fill)];
    assert.ok(Math.hypot(...less.map((x, i) => x - more[i]!)) > 60);
  }
});

test("a change is 0 for equal shares, and whole for new and gone", () => {
  assert.equal(changeOf(0.2, 0.2), 0);
  assert.equal(changeOf(0, 0.2), 1);
  assert.equal(changeOf(0.2, 0), -1);
  assert.equal(changeOf(0, 0), 0);
  assert.ok(changeOf(0.1, 0.2) > 0.5 && changeOf(0.1, 0.2) < 1);
});

test("services of one timeline have colours of their own, the same whatever the order", () => {
  const names = ["checkout", "cart", "catalog", "frontend", "postgres", "kubelet", "a", "b"];
  const colours = names.map((name) => seriesColour(name, names, "light", false));
  assert.equal(new Set(colours).size, names.length);
  assert.deepEqual(names.map((name) => seriesColour(name, [...names].reverse(), "light", false)), colours);
});
