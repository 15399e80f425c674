import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const memorySection = 5;
const pageBytes = 65_536;

/**
 * Returns the script engine as WebAssembly whose memory cannot grow beyond `maxBytes`. As delivered its memory
 * has no maximum, and only the engine's own bookkeeping limits it; with a maximum in the module, the runtime
 * itself refuses to grow it.
 */
export function readBoundedEngine(maxBytes: number): Uint8Array<ArrayBuffer> {
  const file = fileURLToPath(import.meta.resolve('quickjs-wasi/quickjs.wasm'));
  return withMemoryLimit(readFileSync(file), maxBytes);
}

/** Adds a maximum to the only memory of a WebAssembly module that declares none. */
export function withMemoryLimit(module: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  // After the magic number and the version, each section has its id, its length and its content.
  let position = 8;
  while (position < module.length) {
    const start = position;
    const id = module[position];
    const length = readUnsigned(module, position + 1);
    const end = length.next + length.value;
    if (id === memorySection) {
      const [count, flags] = module.subarray(length.next, end);
      if (count !== 1 || flags !== 0) throw new Error('The engine has no memory without a maximum');
      const minimum = module.subarray(length.next + 2, end);
      const content = [1, 1, ...minimum, ...unsigned(maxBytes / pageBytes)];
      const section = [memorySection, ...unsigned(content.length), ...content];
      return Uint8Array.from([...module.subarray(0, start), ...section, ...module.subarray(end)]);
    }
    position = end;
  }
  throw new Error('The engine declares no memory');
}

/** Reads a number in LEB128. */
function readUnsigned(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0;
  for (let next = start, shift = 0; ; shift += 7) {
    const byte = bytes[next++] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next };
  }
}

/** Writes a number in LEB128. */
function unsigned(number: number): number[] {
  return number < 0x80 ? [number] : [(number % 0x80) | 0x80, ...unsigned(Math.floor(number / 0x80))];
}
