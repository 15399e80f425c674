import { CompiledQuery, type QueryResult } from 'kysely';
import type { Db } from './transaction.ts';

/** A part of a statement; each value between two texts is a parameter, or a nested fragment. */
export class Fragment<Row = unknown> {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }

  /**
   * Called by the driver for every parameter: a fragment inside a Kysely template would be sent as a value.
   */
  toPostgres(): never {
    throw new Error(`Kysely cannot use the fragment ${this.texts.join('?')}`);
  }

  /** Executes the fragment as a whole statement. */
  async execute(db: Db): Promise<QueryResult<Row>> {
    const { text, parameters } = assemble(this);
    return await db.executeQuery<Row>(CompiledQuery.raw(text, parameters));
  }
}

/**
 * Creates a part of a statement for frequent queries, in the style of Kysely's `sql`: a value becomes a
 * parameter, a fragment its text. Kysely builds and walks a tree of nodes at each execution, which takes a
 * tenth of the server's time for an action; all other statements are written with Kysely.
 */
export function fragment<Row>(texts: TemplateStringsArray, ...values: unknown[]): Fragment<Row> {
  return new Fragment<Row>(texts, values);
}

/** Creates a fragment from a constant text, never from user input. */
export function plainText(text: string): Fragment {
  return new Fragment([text], []);
}

/** Joins fragments with a constant separator; without fragments it is empty. */
export function joinFragments(fragments: readonly Fragment[], separator = ', '): Fragment {
  if (fragments.length === 0) return plainText('');
  return new Fragment(['', ...fragments.slice(1).map(() => separator), ''], fragments);
}

/** Returns the text with numbered parameters, and their values in that order. */
export function assemble(whole: Fragment): { text: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  const write = ({ texts, values }: Fragment): string => {
    let text = texts[0] ?? '';
    for (const [index, value] of values.entries()) {
      if (value instanceof Fragment) text += write(value);
      else text += `$${parameters.push(value)}`;
      text += texts[index + 1] ?? '';
    }
    return text;
  };
  return { text: write(whole), parameters };
}
