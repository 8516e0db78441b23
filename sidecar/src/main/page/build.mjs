// Bundles the page into site/ and its unit tests into tests/. Names of files carry a hash of their
// content, so that browsers may keep them for ever; index.html is the only name that stays.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const SITE = "site";
const PACKAGES_SHIPPED = ["preact", "uplot", "@fontsource-variable/inter"];

await rm(SITE, { recursive: true, force: true });
await mkdir(join(SITE, "assets"), { recursive: true });

const result = await build({
  entryPoints: { app: "src/main.tsx", style: "src/style.css" },
  outdir: join(SITE, "assets"),
  entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome110", "firefox110", "safari16"],
  loader: { ".woff2": "file", ".svg": "file" },
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

const outputs = Object.keys(result.metafile.outputs).map((path) => path.slice(SITE.length + 1));
const one = (pattern) => {
  const found = outputs.filter((path) => pattern.test(path));
  if (found.length !== 1) {
    throw new Error(`${found.length} files match ${pattern}, expected 1`);
  }
  return found[0];
};
await cp("src/icon.svg", join(SITE, "favicon.svg"));

const page = (await readFile("src/index.html", "utf8"))
  .replace("{{script}}", one(/^assets\/app-.*\.js$/))
  .replace("{{style}}", one(/^assets\/style-.*\.css$/))
  .replace("{{font}}", one(/^assets\/inter-latin-wght-normal-.*\.woff2$/));
await writeFile(join(SITE, "index.html"), page);

// Speedscope is taken as it is released, under a path of its own.
await cp("node_modules/speedscope/dist/release", join(SITE, "speedscope"), { recursive: true });
await cp("node_modules/speedscope/LICENSE", join(SITE, "speedscope", "LICENSE"));

await writeFile(join(SITE, "licenses.txt"), await licenses([...PACKAGES_SHIPPED, "speedscope"]));

// What is served, each with the start of its hash: the entity tags.
const lines = [];
for (const file of (await list(SITE)).sort()) {
  lines.push(`${createHash("sha256").update(await readFile(join(SITE, file))).digest("hex").slice(0, 16)} ${file}\n`);
}
await writeFile(join(SITE, "files.txt"), lines.join(""));

const tests = (await readdir("test")).filter((name) => name.endsWith(".test.ts"));
await build({
  entryPoints: tests.map((name) => join("test", name)),
  outdir: "tests",
  bundle: true,
  platform: "node",
  format: "esm",
  outExtension: { ".js": ".mjs" },
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "warning",
});

async function licenses(names) {
  const texts = [];
  for (const name of names) {
    const directory = join("node_modules", name);
    const { version, license } = JSON.parse(await readFile(join(directory, "package.json"), "utf8"));
    const file = (await readdir(directory)).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) {
      throw new Error(`${name} has no licence file`);
    }
    texts.push(`${name} ${version} (${license})\n\n${await readFile(join(directory, file), "utf8")}`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

async function list(root, below = "") {
  const found = [];
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      found.push(...(await list(root, path)));
    } else {
      found.push(path);
    }
  }
  return found;
}
