/** Parses a condition into its tree; unsupported parts of FEEL are refused by name. */
import { compilePattern } from '../../forms/safe-pattern.ts';
import { conditionLimits } from '../model/limits.ts';
import { feelFunctions, isFunctionName } from './functions.ts';
import { type ConditionToken, textsOf, UnreadableConditionError, unreadableCondition } from './tokens.ts';
import type { Expression, Test } from './tree.ts';
import type { Arithmetic, ComparisonOperator } from './values.ts';

/** Reserved words of FEEL, and those of them that a condition may not use. */
const reserved = new Set('and or in between if then else some every satisfies true false null'.split(' '));
const unsupported = new Set(['for', 'return', 'function', 'instance', 'external']);

const comparisons: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=']);
const literals: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** Recursive-descent parser; each method reads one level of FEEL's precedence. */
class Reader {
  readonly #words: readonly ConditionToken[];
  readonly #names: Set<string>;
  #at = 0;
  #depth = 0;

  constructor(source: string, names: readonly string[]) {
    this.#names = new Set(names);
    this.#words = textsOf(source, names);
  }

  readAll(): Expression {
    const expression = this.#expression();
    if (this.#next.kind !== 'end') throw this.#unexpected();
    return expression;
  }

  get #next(): ConditionToken {
    return this.#words[this.#at] ?? { kind: 'end', text: '' };
  }

  #is(text: string): boolean {
    const { kind, text: written } = this.#next;
    return written === text && (kind === 'name' || kind === 'sign');
  }

  #takeIf(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takeIf(text)) throw this.#unexpected();
  }

  #unexpected(): UnreadableConditionError {
    const { kind, text } = this.#next;
    if (kind === 'name' && unsupported.has(text)) return unreadableCondition(`不支持“${text}”`);
    if (kind === 'sign' && ['**', '{', '@', '['].includes(text))
      return unreadableCondition(`不支持“${text}”`);
    return unreadableCondition();
  }

  /** Every recursion passes through here, so that nesting is bounded. */
  #deeper<Read>(read: () => Read): Read {
    this.#depth++;
    if (this.#depth > conditionLimits.depth) {
      throw unreadableCondition(`嵌套过深（不能超过 ${conditionLimits.depth} 层）`);
    }
    const found = read();
    this.#depth--;
    return found;
  }

  #expression(): Expression {
    return this.#deeper(() => {
      if (this.#is('if')) return this.#if();
      if (this.#is('some') || this.#is('every')) return this.#quantified();
      return this.#chain('or', () => this.#chain('and', () => this.#comparison()));
    });
  }

  #chain(word: 'and' | 'or', part: () => Expression): Expression {
    const first = part();
    if (!this.#is(word)) return first;
    const parts = [first];
    while (this.#takeIf(word)) parts.push(part());
    return { kind: word, parts };
  }

  #if(): Expression {
    this.#expect('if');
    const condition = this.#expression();
    this.#expect('then');
    const then = this.#expression();
    this.#expect('else');
    return { kind: 'if', condition, then, otherwise: this.#expression() };
  }

  /** Reads `some x in list satisfies …`; the name is valid only inside, and may not hide an outer name. */
  #quantified(): Expression {
    const kind = this.#takeIf('some') ? 'some' : 'every';
    if (kind === 'every') this.#expect('every');
    const { kind: what, text: name } = this.#next;
    if (what !== 'name' || reserved.has(name)) throw this.#unexpected();
    if (this.#names.has(name)) throw unreadableCondition(`的“${name}”与已有的变量重名`);
    this.#at++;
    this.#expect('in');
    const list = this.#expression();
    if (this.#is(',')) throw unreadableCondition(`的“${kind}”只支持一个变量`);
    this.#expect('satisfies');
    this.#names.add(name);
    const satisfies = this.#expression();
    this.#names.delete(name);
    return { kind, name, list, satisfies };
  }

  #comparison(): Expression {
    const left = this.#sum();
    const { kind, text } = this.#next;
    if (kind === 'sign' && comparisons.has(text)) {
      this.#at++;
      return { kind: 'compare', operator: text as ComparisonOperator, left, right: this.#sum() };
    }
    if (this.#takeIf('in')) return { kind: 'in', value: left, tests: this.#tests() };
    if (!this.#takeIf('between')) return left;
    const from = this.#sum();
    this.#expect('and');
    const range: Test = { kind: 'range', from, to: this.#sum(), withFrom: true, withTo: true };
    return { kind: 'in', value: left, tests: [range] };
  }

  /** Reads the right-hand side of `in`: a list of tests in round brackets, or one test. */
  #tests(): Test[] {
    if (!this.#is('(')) return [this.#test()];
    const start = this.#at;
    this.#at++;
    const first = this.#test();
    if (this.#is('..')) {
      this.#at = start;
      return [this.#test()];
    }
    const tests = [first];
    while (this.#takeIf(',')) tests.push(this.#test());
    this.#expect(')');
    return tests;
  }

  #test(): Test {
    const { kind, text } = this.#next;
    if (kind === 'sign' && comparisons.has(text)) {
      this.#at++;
      return { kind: 'bound', operator: text as ComparisonOperator, than: this.#sum() };
    }
    return (
      (this.#is('(') || this.#is('[') || this.#is(']') ? this.#range() : null) ?? {
        kind: 'among',
        in: this.#sum(),
      }
    );
  }

  /**
   * Reads `[a..b]`, open at a side that is written `(`, `]` or `)`, `[`; null if the bracket opens something
   * else.
   */
  #range(): Test | null {
    const start = this.#at;
    const withFrom = this.#takeIf('[');
    if (!withFrom) this.#at++;
    const from = this.#deeper(() => (this.#is(']') ? null : this.#sum()));
    if (from === null || !this.#takeIf('..')) {
      this.#at = start;
      return null;
    }
    const to = this.#sum();
    const withTo = this.#takeIf(']');
    if (!withTo && !this.#takeIf(')') && !this.#takeIf('[')) throw this.#unexpected();
    return { kind: 'range', from, to, withFrom, withTo };
  }

  #sum(): Expression {
    return this.#operation(['+', '-'], () => this.#operation(['*', '/'], () => this.#signed()));
  }

  #operation(operators: readonly Arithmetic[], part: () => Expression): Expression {
    let left = part();
    for (;;) {
      const operator = operators.find((sign) => this.#takeIf(sign));
      if (operator === undefined) return left;
      left = { kind: 'arithmetic', operator, left, right: part() };
    }
  }

  #signed(): Expression {
    if (!this.#takeIf('-')) return this.#path();
    return { kind: 'negative', of: this.#deeper(() => this.#signed()) };
  }

  #path(): Expression {
    let of = this.#operand();
    while (this.#takeIf('.')) {
      const { kind, text } = this.#next;
      if (kind !== 'name') throw this.#unexpected();
      this.#at++;
      of = { kind: 'path', of, field: text };
    }
    return of;
  }

  #operand(): Expression {
    const { kind, text } = this.#next;
    if (kind === 'text' || kind === 'number') {
      this.#at++;
      return { kind: 'value', value: kind === 'number' ? Number(text) : text };
    }
    if (this.#takeIf('(')) {
      const inside = this.#expression();
      this.#expect(')');
      return inside;
    }
    if (this.#takeIf('[')) return { kind: 'list', items: this.#listed(']') };
    if (kind !== 'name' || unsupported.has(text)) throw this.#unexpected();
    this.#at++;
    if (Object.hasOwn(literals, text)) return { kind: 'value', value: literals[text] ?? null };
    if (reserved.has(text)) throw unreadableCondition();
    if (this.#takeIf('(')) return this.#call(text);
    if (!this.#names.has(text)) throw unreadableCondition(`使用了未定义的变量“${text}”`);
    return { kind: 'name', name: text };
  }

  #listed(close: string): Expression[] {
    const items: Expression[] = [];
    if (this.#takeIf(close)) return items;
    do items.push(this.#expression());
    while (this.#takeIf(','));
    this.#expect(close);
    return items;
  }

  #call(name: string): Expression {
    const given = this.#listed(')');
    if (!isFunctionName(name)) throw unreadableCondition(`使用了不存在或不支持的函数“${name}”`);
    const [least, most] = feelFunctions[name].takes;
    if (given.length < least || given.length > most) throw unreadableCondition(`的函数“${name}”参数个数不对`);
    if (name !== 'matches') return { kind: 'call', name, given };
    const [text, written] = given;
    if (text === undefined || written?.kind !== 'value' || typeof written.value !== 'string') {
      throw unreadableCondition('的函数“matches”的正则表达式必须直接写出');
    }
    const pattern = compilePattern(written.value);
    if ('reason' in pattern) throw unreadableCondition(`的${pattern.reason}`);
    return { kind: 'matches', text, pattern };
  }
}

/** Returns the tree of a condition that may use these names, or its problem as Chinese text. */
export function readCondition(source: string, names: readonly string[]): Expression | { reason: string } {
  if (source.length > conditionLimits.length) {
    return { reason: `过长（不能超过${conditionLimits.length}个字符）` };
  }
  try {
    return new Reader(source, names).readAll();
  } catch (error) {
    if (error instanceof UnreadableConditionError) return { reason: error.message };
    throw error;
  }
}
