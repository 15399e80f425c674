/** The part of WebAssembly that is used here; the types of the server contain those of Node only. */
interface WebAssemblyParts {
  Module: {
    new (bytes: Uint8Array): object;
    imports(module: object): { module: string; name: string }[];
  };
  Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, () => number>>>>,
  ) => { exports: Readonly<Record<string, unknown>> };
}

export interface EngineMemory {
  readonly buffer: ArrayBuffer;
  /** Grows the memory by pages of 64 kB; throws a RangeError beyond its maximum. */
  grow(pages: number): number;
}

export const { WebAssembly: webAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyParts };
