import { CompiledQuery, type QueryResult } from 'kysely';
import type { Db } from './transaction.ts';

/** A piece of a statement; each value between two texts is a parameter, or a fragment that stands there itself. */
export class Fragment<Row = unknown> {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }

  /** Asked by the driver of every value: a fragment that stands in a template of Kysely would be sent as one. */
  toPostgres(): never {
    throw new Error(`Kysely cannot take the fragment ${this.texts.join('?')}`);
  }

  /** Executes it as a whole statement. */
  async execute(db: Db): Promise<QueryResult<Row>> {
    const { text, parameters } = assembled(this);
    return await db.executeQuery<Row>(CompiledQuery.raw(text, parameters));
  }
}

/**
 * A piece of a statement of the hot path, written as Kysely's `sql` is: a value becomes a parameter, a fragment its text.
 * Kysely makes a tree of nodes of its templates and walks it for each execution, which is a tenth of what the server
 * does for an action; everything else is written with Kysely.
 */
export function fragment<Row>(texts: TemplateStringsArray, ...values: unknown[]): Fragment<Row> {
  return new Fragment<Row>(texts, values);
}

/** A text of ours, never of a user, that stands as it is. */
export function plainText(text: string): Fragment {
  return new Fragment([text], []);
}

/** Fragments one after the other, parted by a text of ours; without any, nothing. */
export function joined(fragments: readonly Fragment[], separator = ', '): Fragment {
  if (fragments.length === 0) return plainText('');
  return new Fragment(['', ...fragments.slice(1).map(() => separator), ''], fragments);
}

/** The text with its parameters numbered through, and their values in that order. */
export function assembled(whole: Fragment): { text: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  const write = ({ texts, values }: Fragment): string => {
    let text = texts[0] ?? '';
    for (const [at, value] of values.entries()) {
      if (value instanceof Fragment) text += write(value);
      else text += `$${parameters.push(value)}`;
      text += texts[at + 1] ?? '';
    }
    return text;
  };
  return { text: write(whole), parameters };
}
