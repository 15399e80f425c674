import { parentPort, workerData } from 'node:worker_threads';
import { JSException, QuickJS } from 'quickjs-wasi';
import type { ScriptJob, ScriptMessage, ScriptThreadData } from './script-messages.ts';
import { type EngineMemory, webAssembly } from './web-assembly.ts';

/**
 * Runs scripts, each in an engine of its own with a memory of its own. A script gets its values as JSON text and
 * answers JSON text; the engine has no functions of the host, no files, no network, no timers and no clock but
 * the given time. The server ends this thread if a script takes too long.
 */

const { engine, memoryBytes, maxAnswerLength } = workerData as ScriptThreadData;

/** A part of the memory belongs to the engine's own code and stack. */
const ownBytes = 3 * 1_048_576;

const beijingMinutesWestOfUtc = -480;

/** Length of the shown part of an error's text, which a script can make as long as its memory. */
const maxMessageLength = 200;

const module = new webAssembly.Module(engine);

const send = (message: ScriptMessage) => parentPort?.postMessage(message);

parentPort?.on('message', (job: ScriptJob) => void run(job));
// The engine is compiled while it runs for the first time, which is not to count for somebody's script.
evaluate(await createEngine(0), { script: 'return values.map(String).sort()', inputJson: '[1]', now: 0 });
send('ready');

function createEngine(now: number): Promise<QuickJS> {
  return QuickJS.create({
    wasm: module,
    memoryLimit: memoryBytes - ownBytes,
    timezoneOffset: beijingMinutesWestOfUtc,
    wasi: (memory: EngineMemory) => ({
      clock_time_get(_clock: number, _precision: bigint, result: number) {
        new DataView(memory.buffer).setBigUint64(result, BigInt(now) * 1_000_000n, true);
        return 0;
      },
      // Writes nothing: the engine logs some errors.
      fd_write: () => 8,
      random_get: () => 0,
    }),
  });
}

async function run(job: ScriptJob): Promise<void> {
  const vm = await createEngine(job.now);
  send('begun');
  send(evaluate(vm, job));
  // The engine is not disposed of: after a failure this could fail too, and its memory is released as a whole.
}

function evaluate(vm: QuickJS, { script, inputJson }: ScriptJob): ScriptMessage {
  const source = `JSON.stringify(new Function('values', ${JSON.stringify(script)})(JSON.parse(${JSON.stringify(inputJson)})))`;
  try {
    const answer = vm.evalCode(source);
    // Only a primitive text is read: reading anything else could run code of the script.
    if (!answer.isString) return { failure: 'answer', message: '脚本没有返回结果' };
    const length = answer.getProp('length').toNumber();
    if (length > maxAnswerLength) return { failure: 'answer', message: '脚本返回的内容过长' };
    return { json: answer.toString() };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): ScriptMessage {
  const text = error instanceof JSException || error instanceof Error ? messageOf(error) : '';
  if (/out of memory|memory access out of bounds|unreachable/.test(text))
    return { failure: 'memory', message: '脚本用完了内存' };
  return { failure: 'fault', message: text ? `脚本出错：${text}` : '脚本出错' };
}

function messageOf({ name, message }: Error): string {
  return `${name}: ${message}`.slice(0, maxMessageLength).toWellFormed();
}
