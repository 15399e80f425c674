/**
 * Error after a switch over a union: `throw new MissingCase(value satisfies never)` does not compile while a
 * case is missing. It is thrown only if data of another release reaches code without its case.
 */
export class MissingCase extends Error {
  constructor(value: unknown) {
    const { type, kind } = Object(value) as { type?: unknown; kind?: unknown };
    super(`There is no case for ${String(type ?? kind ?? value)}`);
    this.name = 'MissingCase';
  }
}
