import assert from "node:assert/strict";
import { test } from "node:test";
import { TextFitter } from "../src/graph/text.ts";
import { rowsShown } from "../src/parts/virtual.ts";

const fitter = new TextFitter((text) => text.length * 10);

test("a text that fits is whole", () => {
  assert.equal(fitter.fit("abc", 30), "abc");
});

test("a longer one ends with an ellipsis inside its room", () => {
  assert.equal(fitter.fit("abcdefgh", 60), "abcde…");
});

test("too narrow for three letters is empty", () => {
  assert.equal(fitter.fit("abcdefgh", 30), "");
});

test("a character of two code units is not cut in two", () => {
  const emoji = new TextFitter((text) => [...text].length * 10);
  assert.equal(emoji.fit("ab😀😀😀😀", 50), "ab😀😀…");
});

test("of a long list some rows are there", () => {
  assert.deepEqual(rowsShown(10_000, 26, 2600, 260), { first: 94, end: 116 });
  assert.deepEqual(rowsShown(3, 26, 0, 260), { first: 0, end: 3 });
  assert.deepEqual(rowsShown(0, 26, 500, 260), { first: 0, end: 0 });
});
