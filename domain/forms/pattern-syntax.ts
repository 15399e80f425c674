import { formLimits } from './limits.ts';

type CharacterTest = (code: number) => boolean;

/** Syntax tree of a pattern, before it becomes an automaton. */
export type PatternNode =
  | { kind: 'take'; takes: CharacterTest }
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'sequence'; parts: readonly PatternNode[] }
  | { kind: 'choice'; options: readonly PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; least: number; most: number };

class UnreadablePatternError extends Error {}

const between =
  (from: number, to: number): CharacterTest =>
  (code) =>
    code >= from && code <= to;
const isDigit = between(48, 57);
const isWord: CharacterTest = (code) =>
  isDigit(code) || between(65, 90)(code) || between(97, 122)(code) || code === 95;
const isSpace: CharacterTest = (code) => /\s/.test(String.fromCodePoint(code));
const isLineEnd: CharacterTest = (code) => code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
const not =
  (takes: CharacterTest): CharacterTest =>
  (code) =>
    !takes(code);

const classes: Readonly<Record<string, CharacterTest>> = {
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

  #take(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw new UnreadablePatternError('表达式不完整');
    return character;
  }

  #takeIf(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#takeIf('|')) options.push(this.#sequence());
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
    this.#takeIf('?');
    if (this.#bounds()) throw new UnreadablePatternError('重复次数不能连写');
    return { kind: 'repeat', part, ...bounds };
  }

  #bounds(): { least: number; most: number } | undefined {
    if (this.#takeIf('*')) return { least: 0, most: Number.POSITIVE_INFINITY };
    if (this.#takeIf('+')) return { least: 1, most: Number.POSITIVE_INFINITY };
    if (this.#takeIf('?')) return { least: 0, most: 1 };
    if (!this.#takeIf('{')) return undefined;
    const least = this.#count();
    const most = this.#takeIf(',')
      ? this.#peek() === '}'
        ? Number.POSITIVE_INFINITY
        : this.#count()
      : least;
    if (!this.#takeIf('}') || most < least) throw new UnreadablePatternError('重复次数有误');
    return { least, most };
  }

  #count(): number {
    let digits = '';
    while (/^\d$/.test(this.#peek() ?? '')) digits += this.#take();
    if (digits === '' || digits.length > 4) throw new UnreadablePatternError('重复次数有误');
    return Number(digits);
  }

  #atom(): PatternNode {
    const character = this.#take();
    if (character === '^') return { kind: 'start' };
    if (character === '$') return { kind: 'end' };
    if (character === '.') return { kind: 'take', takes: not(isLineEnd) };
    if (character === '[') return { kind: 'take', takes: this.#set() };
    if (character === '(') return this.#group();
    if (character === '\\') return { kind: 'take', takes: this.#escape() };
    if ('*+?{}]'.includes(character)) throw new UnreadablePatternError(`“${character}”的位置有误`);
    return { kind: 'take', takes: exactly(character) };
  }

  #group(): PatternNode {
    if (this.#takeIf('?') && !this.#takeIf(':')) throw new UnreadablePatternError('不支持环视和命名分组');
    const node = this.#choice();
    if (!this.#takeIf(')')) throw new UnreadablePatternError('括号不配对');
    return node;
  }

  #escape(): CharacterTest {
    const character = this.#take();
    const known = Object.hasOwn(classes, character) ? classes[character] : undefined;
    if (known) return known;
    const code = this.#escapedCode(character);
    return (candidate) => candidate === code;
  }

  #escapedCode(character: string): number {
    const control = Object.hasOwn(controls, character) ? controls[character] : undefined;
    if (control !== undefined) return control;
    if (character === 'u') {
      const digits = this.#take() + this.#take() + this.#take() + this.#take();
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new UnreadablePatternError('\\u 之后应为 4 位十六进制数');
      return Number.parseInt(digits, 16);
    }
    if (!syntaxCharacters.includes(character)) throw new UnreadablePatternError(`不支持“\\${character}”`);
    return character.codePointAt(0) ?? 0;
  }

  #set(): CharacterTest {
    const inverted = this.#takeIf('^');
    const members: CharacterTest[] = [];
    while (!this.#takeIf(']')) members.push(this.#member());
    const takes: CharacterTest = (code) => members.some((member) => member(code));
    return inverted ? not(takes) : takes;
  }

  #member(): CharacterTest {
    const from = this.#setCharacter();
    if (typeof from === 'function') return from;
    if (this.#peek() !== '-' || this.#peek(1) === ']') return (code) => code === from;
    this.#take();
    const to = this.#setCharacter();
    if (typeof to === 'function' || to < from) throw new UnreadablePatternError('字符范围有误');
    return between(from, to);
  }

  #setCharacter(): number | CharacterTest {
    const character = this.#take();
    if (character !== '\\') return character.codePointAt(0) ?? 0;
    const escaped = this.#take();
    return (Object.hasOwn(classes, escaped) ? classes[escaped] : undefined) ?? this.#escapedCode(escaped);
  }
}

function exactly(character: string): CharacterTest {
  const code = character.codePointAt(0);
  return (candidate) => candidate === code;
}

/** Parses the linear subset: no look-around, no back-references, nothing that needs backtracking. */
export function parsePattern(source: string): PatternNode | { reason: string } {
  if (source.length > formLimits.patternLength) return { reason: '正则表达式过长' };
  try {
    return new Reader(source).readAll();
  } catch (error) {
    if (error instanceof UnreadablePatternError) return { reason: `正则表达式有误：${error.message}` };
    throw error;
  }
}
