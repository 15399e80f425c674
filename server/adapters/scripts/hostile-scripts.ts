/**
 * Attempts to leave the engine for scripts: each script returns `true` if it reached something outside, or
 * received something from an earlier script.
 */
export const escapeAttempts: Readonly<Record<string, string>> = {
  process: 'return typeof process !== "undefined"',
  require: 'return typeof require !== "undefined"',
  module: 'return typeof module !== "undefined"',
  Buffer: 'return typeof Buffer !== "undefined"',
  fetch: 'return typeof fetch !== "undefined"',
  XMLHttpRequest: 'return typeof XMLHttpRequest !== "undefined"',
  WebSocket: 'return typeof WebSocket !== "undefined"',
  setTimeout: 'return typeof setTimeout !== "undefined"',
  setInterval: 'return typeof setInterval !== "undefined"',
  setImmediate: 'return typeof setImmediate !== "undefined"',
  queueMicrotask: 'queueMicrotask(() => { throw new Error("x") }); return typeof process !== "undefined"',
  console: 'return typeof console !== "undefined"',
  Worker: 'return typeof Worker !== "undefined"',
  SharedArrayBuffer:
    'return typeof SharedArrayBuffer !== "undefined" && new SharedArrayBuffer(8) && typeof Worker !== "undefined"',
  WebAssembly: 'return typeof WebAssembly !== "undefined"',
  Deno: 'return typeof Deno !== "undefined"',
  Bun: 'return typeof Bun !== "undefined"',
  'std and os of QuickJS': 'return typeof std !== "undefined" || typeof os !== "undefined"',
  'scriptArgs of QuickJS': 'return typeof scriptArgs !== "undefined" || typeof print !== "undefined"',
  bjson: 'return typeof bjson !== "undefined"',
  window: 'return typeof window !== "undefined" || typeof document !== "undefined"',
  parentPort:
    'return typeof parentPort !== "undefined" || typeof workerData !== "undefined" || typeof postMessage !== "undefined"',
  'constructor of a function':
    'return (function () {}).constructor("return typeof process")() !== "undefined"',
  'constructor of an array': 'return [].constructor.constructor("return typeof process")() !== "undefined"',
  'constructor of the values':
    'return values.constructor.constructor("return typeof process")() !== "undefined"',
  'constructor of an async function':
    'return (async () => {}).constructor !== undefined && typeof process !== "undefined"',
  'constructor of a generator':
    'return (function* () {}).constructor("return typeof process")().next().value === undefined && typeof process !== "undefined"',
  'constructor of an error':
    'try { null.x } catch (e) { return e.constructor.constructor("return typeof process")() !== "undefined" }',
  'indirect eval': 'return (0, eval)("typeof process") !== "undefined"',
  'direct eval': 'return eval("typeof require") !== "undefined"',
  'this of a sloppy function': 'return (function () { return typeof this.process })() !== "undefined"',
  globalThis:
    'return Object.getOwnPropertyNames(globalThis).some((name) => /process|require|fetch|host|node|wasi/i.test(name))',
  'symbols of globalThis': 'return Object.getOwnPropertySymbols(globalThis).length > 1',
  'import of a file': 'import("node:fs"); return typeof process !== "undefined"',
  'import that is awaited': 'let got = false; import("fs").then(() => { got = true }); return got',
  'import of a URL':
    'let got = false; import("http://127.0.0.1/").then(() => { got = true }, () => {}); return got',
  'import of data':
    'let got = false; import("data:text/javascript,export default 1").then(() => { got = true }); return got',
  'a script that ends the wrapper': '})(); globalThis.left = true; (function () {',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the script contains it
  'a script that ends the template': '`${process.pid}`; return typeof process !== "undefined"',
  'line separators': 'return "\u2028" === "x" || typeof process !== "undefined"',
  'a comment that hides the wrapper': 'return typeof process !== "undefined" //',
  'a block comment that hides the wrapper': 'return typeof process !== "undefined" /*',
  'HTML comment': '<!-- \nreturn typeof process !== "undefined"',
  'stack of an error': 'return /node:|file:|\\.ts|\\/home|\\/work/.test(new Error("x").stack)',
  prepareStackTrace:
    'Error.prepareStackTrace = (_e, frames) => frames; const s = new Error("x").stack; return Array.isArray(s) && s.some((f) => f.getThis && f.getThis() && f.getThis().process)',
  'caller of a function':
    'try { return arguments.callee.caller !== null && arguments.callee.caller.toString().includes("process") } catch { return false }',
  'arguments of the caller':
    'try { return (function f() { return f.caller.arguments.length > 1 })() } catch { return false }',
  'a proxy as answer':
    'return new Proxy({}, { get: () => typeof process !== "undefined", ownKeys: () => ["result"], getOwnPropertyDescriptor: () => ({ value: false, enumerable: true, configurable: true }) })',
  'a getter on the answer': 'return { get result() { return typeof process !== "undefined" } }',
  'toJSON of the answer': 'return { toJSON() { return typeof process !== "undefined" } }',
  'valueOf of the answer': 'return { valueOf() { return true } }',
  'a replaced JSON.stringify that answers an object':
    'JSON.stringify = () => ({ toString: () => "true" }); return false',
  'a replaced JSON.stringify with a String object': 'JSON.stringify = () => new String("true"); return false',
  'a replaced String.prototype.length':
    'Object.defineProperty(String.prototype, "length", { get: () => 1 }); return typeof process !== "undefined"',
  'a replaced Object.prototype': 'Object.prototype.result = true; return {}',
  'a replaced Array.prototype': 'Array.prototype.toJSON = () => true; return typeof process !== "undefined"',
  'a setter on Object.prototype':
    'Object.defineProperty(Object.prototype, "json", { set() { throw 1 } }); return typeof process !== "undefined"',
  '__proto__ in the answer': 'return JSON.parse("{\\"__proto__\\": {\\"result\\": true}}")',
  __defineGetter__:
    '({}).__defineGetter__ && Object.prototype.__defineGetter__("x", () => 1); return typeof process !== "undefined"',
  'a promise as answer': 'return Promise.resolve(true)',
  'an async function as answer': 'return (async () => true)()',
  'a thenable as answer': 'return { then(resolve) { resolve(true) } }',
  'a function as answer': 'return () => true',
  'a symbol as answer': 'return Symbol.for("true")',
  'a global that an earlier script set': 'const was = globalThis.leak === 1; globalThis.leak = 1; return was',
  'a global that an earlier script set, again':
    'const was = globalThis.leak === 1; globalThis.leak = 1; return was',
  'a prototype that an earlier script changed':
    'const was = Object.prototype.leak === 1; Object.prototype.leak = 1; return was',
  'a prototype that an earlier script changed, again':
    'const was = Object.prototype.leak === 1; Object.prototype.leak = 1; return was',
  'a replaced function of an earlier script':
    'const was = JSON.parse.leak === 1; JSON.parse.leak = 1; return was',
  'a replaced function of an earlier script, again':
    'const was = JSON.parse.leak === 1; JSON.parse.leak = 1; return was',
  'a registered symbol of an earlier script':
    'const key = Symbol.for("leak"); const was = globalThis[key] === 1; globalThis[key] = 1; return was',
  'the real clock': 'return Math.abs(Date.now() - 1764489600000) > 1',
  'a clock that advances':
    'const from = Date.now(); for (let i = 0; i < 100; i++); return Date.now() !== from',
  'a precise clock':
    'const from = performance.now(); for (let i = 0; i < 1000; i++); return performance.now() !== from',
  'the time zone of the host': 'return new Date(0).getTimezoneOffset() !== -480',
  'weak references':
    'return typeof WeakRef !== "undefined" && new WeakRef({}).deref().constructor.constructor("return typeof process")() !== "undefined"',
  'Reflect.construct': 'return Reflect.construct(Function, ["return typeof process"])() !== "undefined"',
  'a tagged template': 'return Function`return typeof process`() !== "undefined"',
  'a DOMException':
    'try { atob("*") } catch (e) { return e.constructor.constructor("return typeof process")() !== "undefined" } return false',
};

/** Attempts to use up the time or the memory of the server, or to break the engine. */
export const denialAttempts: Readonly<Record<string, string>> = {
  'an endless loop': 'while (true);',
  'an endless loop with a catch': 'while (true) try { throw 1 } catch {}',
  'an endless loop in finally': 'try { throw 1 } finally { while (true); }',
  'an endless generator': 'for (const _ of (function* () { while (true) yield 1 })());',
  'an expensive pattern': 'return /^(a+)+$/.test("a".repeat(40) + "b")',
  'an expensive pattern with references':
    'return /(.*)(.*)(.*)(.*)(.*)\\5\\4\\3\\2\\1x/.test("a".repeat(3000))',
  'a native loop over a sparse array': 'return new Array(1e9).join() + ""',
  'a native search': 'return String("a".repeat(2 ** 20).indexOf("a".repeat(2 ** 19) + "b")).repeat(1e6)',
  'a sort with a bad comparison':
    'const a = Array.from({ length: 3e5 }, (_, i) => i); while (true) a.sort(() => Math.random() - 0.5)',
  'large powers': 'let n = 3n; while (true) n = n ** 3n',
  'a long text': 'let s = "x"; while (true) s += s + "y"',
  padStart: 'return "x".padStart(2 ** 30 - 1, "ab")',
  repeat: 'return "x".repeat(2 ** 30 - 1)',
  'many texts': 'const a = []; while (true) a.push("x".repeat(1e6) + a.length)',
  'many typed arrays': 'const a = []; while (true) a.push(new Uint8Array(65536))',
  'one large buffer': 'return new ArrayBuffer(2 ** 31)',
  'a growing buffer':
    'const b = new ArrayBuffer(1, { maxByteLength: 2 ** 30 }); b.resize(2 ** 30); return b.byteLength',
  'many arrays': 'const a = []; while (true) a.push(new Array(1000).fill(a.length))',
  'many objects': 'let o = null; while (true) o = { o, a: 1, b: 2 }',
  'many keys': 'const o = {}; for (let i = 0; ; i++) o["key" + i] = i',
  'a large map': 'const m = new Map(); for (let i = 0; ; i++) m.set(i, {})',
  'a filled array': 'return new Array(1e8).fill(1)',
  'an array from a length': 'return Array.from({ length: 1e9 })',
  'many captures': 'return "ab".repeat(5e5).replace(/(a)(b)/g, (m) => m.repeat(100))',
  'endless recursion': 'const f = () => f() + 1; return f()',
  'endless recursion with a catch': 'const f = () => { try { f() } finally { f() } }; f()',
  'endless recursion of toString': 'const o = { toString() { return String(o) } }; return String(o)',
  'endless recursion of a proxy': 'const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.x',
  'a chain of prototypes':
    'let o = {}; for (let i = 0; i < 1e7; i++) o = Object.create(o); return o.missing === undefined',
  'deep JSON': 'let s = "["; while (s.length < 2 ** 21) s += s; return JSON.parse(s)',
  'a cycle in the answer': 'const a = []; a.push(a); return a',
  'an endless toJSON': 'return { toJSON() { while (true); } }',
  'an endless getter on the answer': 'return { get result() { while (true); } }',
  'an endless getter on an error': 'throw { get message() { while (true); } }',
  'a long error': 'throw new Error("x".repeat(1e7))',
  'an error without text': 'throw Object.create(null)',
  'nothing thrown': 'throw undefined',
  'a long answer': 'return "x".repeat(1e6)',
  'no answer': 'undefined',
  'a BigInt as answer': 'return 1n',
  'an invalid script': 'return (',
  'a deep script': `return ${'['.repeat(6000)}${']'.repeat(6000)}`,
  'many local variables': `${Array.from({ length: 1500 }, (_, i) => `let v${i}=${i}`).join(';')}; while (true);`,
  'jobs without end': 'const f = () => Promise.resolve().then(f); f(); while (true);',
  'an endless async function': '(async () => { while (true) await 0 })(); while (true);',
  'a bound function of bound functions':
    'let f = () => 1; for (let i = 0; i < 1e6; i++) f = f.bind(null, i); return f()',
  'an infinite iterator':
    'return [...{ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }]',
  'a spread of many arguments': 'return Math.max(...new Array(1e7).fill(1))',
  'a large flat': 'let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; return a.flat(Infinity).length',
  'a large normalisation': 'return "\\ufdfa".repeat(1e6).normalize("NFKD").length < 0 || "x".repeat(2 ** 28)',
  'atomics that wait': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0); while (true);',
};
