// A small made-up shop: services, their stacks, and how much each takes in a window. Everything
// follows from the time, so that a page that is loaded twice sees the same.

const j = (name, file) => ({ name, type: "jvm", file: file ?? "", module: "" });
const n = (name, module) => ({ name, type: "native", file: "", module });
const k = (name) => ({ name, type: "kernel", file: "", module: "" });
const g = (name, file) => ({ name, type: "go", file: file ?? "", module: "/usr/local/bin/catalog" });
const p = (name, file) => ({ name, type: "cpython", file, module: "" });
const v = (name, file) => ({ name, type: "v8js", file, module: "" });
const c = (name) => n(name, "/usr/lib/postgresql/15/bin/postgres");
const LIBC = "/usr/lib/x86_64-linux-gnu/libc.so.6";

const java = [n("start_thread", LIBC), j("java.lang.Thread.run", "Thread.java"), j("java.util.concurrent.ThreadPoolExecutor.runWorker", "ThreadPoolExecutor.java"),
  j("org.eclipse.jetty.util.thread.QueuedThreadPool.runJob", "QueuedThreadPool.java"), j("org.eclipse.jetty.server.HttpChannel.handle", "HttpChannel.java"), j("org.springframework.web.servlet.DispatcherServlet.doDispatch", "DispatcherServlet.java")];
const gc = [n("start_thread", LIBC), n("thread_native_entry(Thread*)", "/usr/lib/jvm/lib/server/libjvm.so"), n("WorkerThread::run()", "/usr/lib/jvm/lib/server/libjvm.so")];
const receive = [k("entry_SYSCALL_64_after_hwframe"), k("do_syscall_64"), k("__x64_sys_recvfrom"), k("tcp_recvmsg"), k("skb_copy_datagram_iter")];
const send = [k("entry_SYSCALL_64_after_hwframe"), k("do_syscall_64"), k("__x64_sys_sendto"), k("tcp_sendmsg"), k("__tcp_transmit_skb"), k("ip_output")];

/** Stack, root first, and its weight. */
const SERVICES = [
  { name: "checkout", cores: 1.5, namespace: "shop", kind: "java", stacks: [
    [[...java, j("shop.checkout.CheckoutController.place", "CheckoutController.java"), j("shop.checkout.Pricing.total", "Pricing.java"), j("java.math.BigDecimal.multiply", "BigDecimal.java")], 22],
    [[...java, j("shop.checkout.CheckoutController.place", "CheckoutController.java"), j("shop.checkout.Pricing.total", "Pricing.java"), j("java.util.HashMap.getNode", "HashMap.java")], 9],
    [[...java, j("shop.checkout.CheckoutController.place", "CheckoutController.java"), j("shop.checkout.Stock.reserve", "Stock.java"), j("org.postgresql.jdbc.PgPreparedStatement.executeQuery", "PgPreparedStatement.java"), j("sun.nio.ch.NioSocketImpl.read", "NioSocketImpl.java"), ...receive], 14],
    [[...java, j("shop.checkout.CheckoutController.place", "CheckoutController.java"), j("com.fasterxml.jackson.databind.ObjectMapper.writeValueAsBytes", "ObjectMapper.java"), j("com.fasterxml.jackson.databind.ser.BeanSerializer.serialize", "BeanSerializer.java"), j("com.fasterxml.jackson.core.json.UTF8JsonGenerator.writeString", "UTF8JsonGenerator.java")], 12],
    [[...java, j("shop.checkout.CheckoutController.place", "CheckoutController.java"), j("shop.checkout.Fraud.score", "Fraud.java"), j("shop.checkout.Fraud.lambda$score$0", "Fraud.java"), j("java.util.regex.Pattern$Loop.match", "Pattern.java"), j("java.util.regex.Pattern$GroupTail.match", "Pattern.java"), j("java.util.regex.Pattern$Loop.match", "Pattern.java"), j("java.util.regex.Pattern$CharProperty.match", "Pattern.java")], 5, "spike"],
    [[...gc, n("G1EvacuateRegionsTask::work(unsigned int)", "/usr/lib/jvm/lib/server/libjvm.so"), n("G1ParScanThreadState::trim_queue_to_threshold(unsigned int)", "/usr/lib/jvm/lib/server/libjvm.so")], 7],
    [[...gc, n("CompileBroker::compiler_thread_loop()", "/usr/lib/jvm/lib/server/libjvm.so"), n("PhaseIdealLoop::build_loop_late(VectorSet&, Node_List&, Node_Stack&)", "/usr/lib/jvm/lib/server/libjvm.so")], 4]] },
  { name: "cart", cores: 0.7, namespace: "shop", kind: "java", stacks: [
    [[...java, j("shop.cart.CartController.add", "CartController.java"), j("shop.cart.Cart.add", "Cart.java"), j("java.util.ArrayList.grow", "ArrayList.java")], 10],
    [[...java, j("shop.cart.CartController.add", "CartController.java"), j("shop.cart.Cart.merge", "Cart.java"), j("java.util.stream.ReferencePipeline.collect", "ReferencePipeline.java"), j("shop.cart.Cart.compare", "Cart.java")], 16],
    [[...java, j("shop.cart.CartController.show", "CartController.java"), j("io.lettuce.core.RedisChannelHandler.dispatch", "RedisChannelHandler.java"), j("sun.nio.ch.SocketDispatcher.write0", ""), ...send], 8],
    [[...gc, n("G1EvacuateRegionsTask::work(unsigned int)", "/usr/lib/jvm/lib/server/libjvm.so")], 3]] },
  { name: "catalog", cores: 0.9, namespace: "shop", kind: "go", stacks: [
    [[g("runtime.goexit", "asm_amd64.s"), g("net/http.(*conn).serve", "server.go"), g("net/http.serverHandler.ServeHTTP", "server.go"), g("github.com/acme/catalog/search.(*Index).Query", "index.go"), g("sort.pdqsort_func", "zsortfunc.go"), g("github.com/acme/catalog/search.byScore.Less", "index.go")], 20],
    [[g("runtime.goexit", "asm_amd64.s"), g("net/http.(*conn).serve", "server.go"), g("net/http.serverHandler.ServeHTTP", "server.go"), g("github.com/acme/catalog/search.(*Index).Query", "index.go"), g("runtime.mallocgc", "malloc.go"), g("runtime.memclrNoHeapPointers", "memclr_amd64.s")], 9],
    [[g("runtime.goexit", "asm_amd64.s"), g("net/http.(*conn).serve", "server.go"), g("encoding/json.(*encodeState).marshal", "encode.go"), g("encoding/json.structEncoder.encode", "encode.go")], 8],
    [[g("runtime.gcBgMarkWorker", "mgc.go"), g("runtime.gcDrain", "mgcmark.go"), g("runtime.scanobject", "mgcmark.go")], 11],
    [[g("runtime.goexit", "asm_amd64.s"), g("internal/poll.(*FD).Write", "fd_unix.go"), g("syscall.Syscall", "asm_linux_amd64.s"), ...send], 6]] },
  { name: "recommender", cores: 0.5, namespace: "ml", kind: "python", stacks: [
    [[p("<module>", "/srv/recommender/main.py"), p("serve", "/srv/recommender/main.py"), p("recommend", "/srv/recommender/model.py"), p("<lambda>", "/srv/recommender/model.py"), n("PyObject_Call", "/usr/bin/python3.11"), n("dgemm_kernel_HASWELL", "/usr/lib/libopenblas.so.0")], 24],
    [[p("<module>", "/srv/recommender/main.py"), p("serve", "/srv/recommender/main.py"), p("load_features", "/srv/recommender/features.py"), p("loads", "/usr/lib/python3.11/json/__init__.py"), p("decode", "/usr/lib/python3.11/json/decoder.py")], 9]] },
  { name: "frontend", cores: 0.4, namespace: "shop", kind: "node", stacks: [
    [[n("__libc_start_main", LIBC), n("node::Start(int, char**)", "/usr/bin/node"), n("uv_run", "/usr/bin/node"), v("processTicksAndRejections", "node:internal/process/task_queues"), v("renderToString", "/app/node_modules/react-dom/server.js"), v("renderElement", "/app/node_modules/react-dom/server.js")], 15],
    [[n("__libc_start_main", LIBC), n("node::Start(int, char**)", "/usr/bin/node"), n("uv_run", "/usr/bin/node"), n("uv__io_poll", "/usr/bin/node"), ...receive], 4],
    [[n("start_thread", LIBC), n("v8::internal::Scavenger::Process(v8::JobDelegate*)", "/usr/bin/node")], 3]] },
  { name: "postgres", cores: 0.6, namespace: "data", kind: "native", stacks: [
    [[c("main"), c("PostmasterMain"), c("ServerLoop"), c("PostgresMain"), c("exec_simple_query"), c("PortalRun"), c("ExecutorRun"), c("ExecScan"), c("heap_getnextslot"), c("heapgettup_pagemode")], 12],
    [[c("main"), c("PostmasterMain"), c("ServerLoop"), c("PostgresMain"), c("exec_simple_query"), c("PortalRun"), c("ExecutorRun"), c("ExecHashJoin"), c("ExecHashTableInsert")], 8],
    [[c("main"), c("PostmasterMain"), c("ServerLoop"), c("PostgresMain"), c("exec_simple_query"), c("pg_plan_queries"), c("standard_planner")], 6],
    [[c("main"), c("PostmasterMain"), c("ServerLoop"), c("PostgresMain"), c("secure_read"), ...receive], 5]] },
  { name: "kubelet", cores: 0.08, namespace: "", kind: "go", stacks: [[[g("runtime.goexit", "asm_amd64.s"), g("k8s.io/kubernetes/pkg/kubelet.(*Kubelet).syncLoop", "kubelet.go"), g("runtime.mapaccess2", "map.go")], 3]] },
  { name: "<img src=x onerror=alert(1)>", cores: 0.03, namespace: "a\"b\\c,d}", kind: "odd", stacks: [
    [[n("</script><script>alert(1)</script>", "javascript:alert(1)"), n("<lambda>", ""), n("a\"b'c&amp;", ""), n("right\u202eto left\u2028line", "")], 1], [[n("</script><script>alert(1)</script>", "javascript:alert(1)"), n("x".repeat(10000), "")], 1]] },
];

export const TYPES = [
  { type: "cpu", title: "CPU", unit: "nanoseconds", accumulation: "flow", id: "cpu:nanoseconds:cpu:nanoseconds", kinds: null, scale: 1e9 },
  { type: "alloc_space", title: "Allocated memory", unit: "bytes", accumulation: "flow", id: "alloc_space:bytes:space:bytes", kinds: ["java", "go"], scale: 300e6 },
  { type: "inuse_space", title: "Memory in use", unit: "bytes", accumulation: "stock", id: "inuse_space:bytes:memory:bytes:stock", kinds: ["java", "go"], scale: 40e6 },
  { type: "delay", title: "Lock delay", unit: "nanoseconds", accumulation: "flow", id: "delay:nanoseconds:contentions:count", kinds: ["java"], scale: 2e8 },
];
export const WINDOW = 10_000;
export const KEPT = 6 * 3_600_000;

function noise(seed) {
  let x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 4294967296;
}

/** All samples of the windows that begin in the range. */
export function* samples(from, until, type, now) {
  const first = Math.ceil(Math.max(from, now - KEPT) / WINDOW) * WINDOW;
  for (let start = first; start < Math.min(until, now - WINDOW); start += WINDOW) {
    const spike = start % 3_600_000 > 2_100_000 && start % 3_600_000 < 2_700_000;
    for (const [at, service] of SERVICES.entries()) {
      if (type.kinds && !type.kinds.includes(service.kind)) {
        continue;
      }
      const sum = service.stacks.reduce((total, [, weight]) => total + weight, 0);
      const wave = 1 + 0.25 * Math.sin(start / 400_000 + at) + 0.12 * (noise(start / WINDOW + at * 977) - 0.5);
      for (const [index, [stack, weight, mark]] of service.stacks.entries()) {
        if (mark === "spike" && !spike) {
          continue;
        }
        const boost = mark === "spike" ? 6 : 1;
        const share = (weight * boost * (0.8 + 0.4 * noise(start / WINDOW + index * 31 + at * 7))) / sum;
        const value = Math.round(service.cores * share * wave * type.scale * (type.accumulation === "flow" ? WINDOW / 1000 : 1));
        const attributes = { "service.name": service.name, "k8s.namespace.name": service.namespace, "thread.name": `${service.kind}-${index % 3}`, "host.name": "node-1" };
        yield { start, stack, value, attributes };
      }
    }
  }
}
