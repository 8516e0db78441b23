// Serves the built page over the made-up shop: node dev/serve.mjs [PORT] [SITE].
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { answer } from "./answers.mjs";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".json": "application/json", ".txt": "text/plain; charset=utf-8" };
const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const SPEEDSCOPE_CSP = CSP.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'").replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
const port = Number(process.argv[2] ?? 7272);
const site = process.argv[3] ?? "site";

const server = createServer(async (request, response) => {
  const url = new URL(request.url, "http://localhost");
  try {
    if (url.pathname.startsWith("/api/")) {
      const found = answer(url.pathname, url.searchParams, Date.now());
      const text = found.text ?? JSON.stringify(found);
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-cache" });
      response.end(text);
      return;
    }
    const named = url.pathname === "/favicon.ico" ? "/favicon.svg" : url.pathname;
    const asked = named.endsWith("/") ? `${named}index.html` : named;
    const path = join(site, normalize(asked));
    const body = await readFile(path);
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream", "content-security-policy": url.pathname.startsWith("/speedscope/") ? SPEEDSCOPE_CSP : CSP });
    response.end(body);
  } catch (failure) {
    response.writeHead(Number.isInteger(failure.status) ? failure.status : 404, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { code: String(failure.code ?? "not_found"), message: failure.message, parameter: failure.parameter ?? null } }));
  }
});
server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
