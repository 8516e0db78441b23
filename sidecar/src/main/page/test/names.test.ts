import assert from "node:assert/strict";
import { test } from "node:test";
import { cut, packageOf, shorten, visible, type FunctionInfo } from "../src/names.ts";

const fn = (name: string, type: string, module = "", file = ""): FunctionInfo => ({ key: "0", name, type, file, module });

test("a JVM name is class and method, with its package", () => {
  assert.deepEqual(shorten(fn("shop.checkout.Pricing.total", "jvm")), { short: "Pricing.total", prefix: "shop.checkout" });
  assert.deepEqual(shorten(fn("java.util.Map$Entry.getKey", "jvm")), { short: "Map$Entry.getKey", prefix: "java.util" });
  assert.deepEqual(shorten(fn("Main.main", "jvm")), { short: "Main.main", prefix: "" });
});

test("a JVM signature keeps its arguments", () => {
  assert.deepEqual(shorten(fn("a.b.C.m(java.lang.String)", "jvm")), { short: "C.m(java.lang.String)", prefix: "a.b" });
});

test("a Go name keeps its package's last part", () => {
  assert.deepEqual(shorten(fn("github.com/acme/catalog/search.(*Index).Query", "go")), { short: "search.(*Index).Query", prefix: "github.com/acme/catalog" });
  assert.deepEqual(shorten(fn("runtime.mallocgc", "go")), { short: "runtime.mallocgc", prefix: "" });
});

test("a C++ or Rust name is its last two parts, templates untouched", () => {
  assert.deepEqual(shorten(fn("v8::internal::Scavenger::Process(v8::JobDelegate*)", "native")), { short: "Scavenger::Process", prefix: "v8::internal" });
  assert.deepEqual(shorten(fn("std::vector<a::b>::push_back(a::b&&)", "native")), { short: "vector<a::b>::push_back", prefix: "std" });
  assert.deepEqual(shorten(fn("core::iter::Map<I,F>::next", "rust")), { short: "Map<I,F>::next", prefix: "core::iter" });
});

test("other names stay", () => {
  assert.equal(shorten(fn("__x64_sys_recvfrom", "kernel")).short, "__x64_sys_recvfrom");
  assert.equal(shorten(fn("<lambda>", "cpython")).short, "<lambda>");
  assert.equal(shorten(fn("</script><script>alert(1)</script>", "native")).short, "</script><script>alert(1)</script>");
});

test("what hides or turns text is made visible", () => {
  assert.equal(visible("a\u202eb\u2028c\u0000d"), "a\\u202eb\\u2028c\\u0000d");
  assert.equal(visible("naïve — 漢字"), "naïve — 漢字");
});

test("a very long name is cut in the view", () => {
  assert.equal(cut("x".repeat(10_000)).length, 300);
  assert.equal(cut("short"), "short");
});

test("a package is the Java package, else the module's file, else the kernel", () => {
  assert.equal(packageOf(fn("a.b.C.m", "jvm")), "a.b");
  assert.equal(packageOf(fn("malloc", "native", "/usr/lib/libc.so.6")), "libc.so.6");
  assert.equal(packageOf(fn("do_syscall_64", "kernel")), "kernel");
  assert.equal(packageOf(fn("serve", "cpython", "", "/srv/main.py")), "/srv/main.py");
});
