/**
 * Error at the end of a choice over a union: `throw new MissingCase(value satisfies never)` does not compile
 * while the choice lacks a case. It is thrown only where data of another release reaches code without that
 * case.
 */
export class MissingCase extends Error {
  constructor(value: unknown) {
    const { type, kind } = Object(value) as { type?: unknown; kind?: unknown };
    super(`There is no case for ${String(type ?? kind ?? value)}`);
    this.name = 'MissingCase';
  }
}
