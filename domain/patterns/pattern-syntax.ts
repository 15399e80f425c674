import { patternLimits } from './limits.ts';

type CharacterPredicate = (code: number) => boolean;

/** Syntax tree of a pattern, before it becomes an automaton. */
export type PatternNode =
  | { kind: 'character'; matches: CharacterPredicate }
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'sequence'; parts: readonly PatternNode[] }
  | { kind: 'choice'; options: readonly PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; min: number; max: number };

class UnreadablePatternError extends Error {}

const between =
  (from: number, to: number): CharacterPredicate =>
  (code) =>
    code >= from && code <= to;
const isDigit = between(48, 57);
const isWord: CharacterPredicate = (code) =>
  isDigit(code) || between(65, 90)(code) || between(97, 122)(code) || code === 95;
const isSpace: CharacterPredicate = (code) => /\s/.test(String.fromCodePoint(code));
const isLineEnd: CharacterPredicate = (code) =>
  code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
const not =
  (matches: CharacterPredicate): CharacterPredicate =>
  (code) =>
    !matches(code);

const classes: Readonly<Record<string, CharacterPredicate>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
};
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11 };
const syntaxCharacters = '^$\\.*+?()[]{}|/-';

/** Recursive-descent parser; nesting is bounded by the length of the pattern. */
class Reader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#characters = Array.from(source);
  }

  readAll(): PatternNode {
    const node = this.#choice();
    if (this.#peek() !== undefined) throw new UnreadablePatternError('括号不配对');
    return node;
  }

  #peek(ahead = 0): string | undefined {
    return this.#characters[this.#at + ahead];
  }

  #consume(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw new UnreadablePatternError('表达式不完整');
    return character;
  }

  #consumeIf(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#consumeIf('|')) options.push(this.#sequence());
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek()) {
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: 'sequence', parts };
  }

  #repeated(part: PatternNode): PatternNode {
    const bounds = this.#bounds();
    if (!bounds) return part;
    if (part.kind === 'start' || part.kind === 'end') throw new UnreadablePatternError('不能重复 ^ 或 $');
    // Lazy and greedy repetition match the same texts.
    this.#consumeIf('?');
    if (this.#bounds()) throw new UnreadablePatternError('重复次数不能连写');
    return { kind: 'repeat', part, ...bounds };
  }

  #bounds(): { min: number; max: number } | undefined {
    if (this.#consumeIf('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#consumeIf('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#consumeIf('?')) return { min: 0, max: 1 };
    if (!this.#consumeIf('{')) return undefined;
    const min = this.#count();
    const max = this.#consumeIf(',')
      ? this.#peek() === '}'
        ? Number.POSITIVE_INFINITY
        : this.#count()
      : min;
    if (!this.#consumeIf('}') || max < min) throw new UnreadablePatternError('重复次数有误');
    return { min, max };
  }

  #count(): number {
    let digits = '';
    while (/^\d$/.test(this.#peek() ?? '')) digits += this.#consume();
    if (digits === '' || digits.length > 4) throw new UnreadablePatternError('重复次数有误');
    return Number(digits);
  }

  #atom(): PatternNode {
    const character = this.#consume();
    if (character === '^') return { kind: 'start' };
    if (character === '$') return { kind: 'end' };
    if (character === '.') return { kind: 'character', matches: not(isLineEnd) };
    if (character === '[') return { kind: 'character', matches: this.#set() };
    if (character === '(') return this.#group();
    if (character === '\\') return { kind: 'character', matches: this.#escape() };
    if ('*+?{}]'.includes(character)) throw new UnreadablePatternError(`“${character}”的位置有误`);
    return { kind: 'character', matches: exactly(character) };
  }

  #group(): PatternNode {
    if (this.#consumeIf('?') && !this.#consumeIf(':'))
      throw new UnreadablePatternError('不支持环视和命名分组');
    const node = this.#choice();
    if (!this.#consumeIf(')')) throw new UnreadablePatternError('括号不配对');
    return node;
  }

  #escape(): CharacterPredicate {
    const character = this.#consume();
    const characterClass = Object.hasOwn(classes, character) ? classes[character] : undefined;
    if (characterClass) return characterClass;
    const code = this.#escapedCode(character);
    return (candidate) => candidate === code;
  }

  #escapedCode(character: string): number {
    const control = Object.hasOwn(controls, character) ? controls[character] : undefined;
    if (control !== undefined) return control;
    if (character === 'u') {
      const digits = this.#consume() + this.#consume() + this.#consume() + this.#consume();
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new UnreadablePatternError('\\u 之后应为 4 位十六进制数');
      return Number.parseInt(digits, 16);
    }
    if (!syntaxCharacters.includes(character)) throw new UnreadablePatternError(`不支持“\\${character}”`);
    return character.codePointAt(0) ?? 0;
  }

  #set(): CharacterPredicate {
    const inverted = this.#consumeIf('^');
    const members: CharacterPredicate[] = [];
    while (!this.#consumeIf(']')) members.push(this.#member());
    const matches: CharacterPredicate = (code) => members.some((member) => member(code));
    return inverted ? not(matches) : matches;
  }

  #member(): CharacterPredicate {
    const from = this.#setCharacter();
    if (typeof from === 'function') return from;
    if (this.#peek() !== '-' || this.#peek(1) === ']') return (code) => code === from;
    this.#consume();
    const to = this.#setCharacter();
    if (typeof to === 'function' || to < from) throw new UnreadablePatternError('字符范围有误');
    return between(from, to);
  }

  #setCharacter(): number | CharacterPredicate {
    const character = this.#consume();
    if (character !== '\\') return character.codePointAt(0) ?? 0;
    const escaped = this.#consume();
    return (Object.hasOwn(classes, escaped) ? classes[escaped] : undefined) ?? this.#escapedCode(escaped);
  }
}

function exactly(character: string): CharacterPredicate {
  const code = character.codePointAt(0);
  return (candidate) => candidate === code;
}

/** Parses the linear subset: no look-around, no back-references, nothing that needs backtracking. */
export function parsePattern(source: string): PatternNode | { reason: string } {
  if (source.length > patternLimits.length) return { reason: '正则表达式过长' };
  try {
    return new Reader(source).readAll();
  } catch (error) {
    if (error instanceof UnreadablePatternError) return { reason: `正则表达式有误：${error.message}` };
    throw error;
  }
}
