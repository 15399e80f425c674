import type { FieldKind } from '../kinds/kind.ts';
import { formLimits } from '../limits.ts';
import type { Condition, FieldProps } from '../model.ts';
import { type Dialect, type Relation, type SourceToken, tokensOf } from './condition-tokens.ts';

/** A field that a condition names. */
export interface NamedField {
  id: string;
  kind: FieldKind;
  props: FieldProps;
}

/** Finds the field for a reference of the text, such as `$deps[0]` or `applicant`; undefined if there is none. */
export type FindField = (reference: string) => NamedField | undefined;

/** Longest text of a condition; a longer one is left out unread. */
const maxTextLength = 2000;
const maxTokens = 400;

class UnreadableConditionError extends Error {}

/**
 * Reads a condition of a foreign schema, if it means exactly the same here. Nothing is executed: only comparisons of
 * fields with constants, combined by and, or and not, are read. Returns the Chinese reason for any other text.
 */
export function readCondition(
  text: string,
  dialect: Dialect,
  findField: FindField,
): Condition | { reason: string } {
  if (text.length > maxTextLength) return { reason: '条件过长，未取用' };
  const tokens = tokensOf(text, dialect);
  if (tokens === undefined || tokens.length > maxTokens) return { reason: unreadable };
  try {
    return new Reader(tokens, dialect, findField).read();
  } catch (error) {
    if (error instanceof UnreadableConditionError) return { reason: error.message };
    throw error;
  }
}

const unreadable = '条件不是字段与固定值的简单比较，未取用';

/** One side of a comparison. */
type Operand =
  | { is: 'field'; field: NamedField }
  | { is: 'length'; field: NamedField }
  | { is: 'constant'; value: Constant | readonly Constant[] };

type Constant = string | number | boolean | null;

const mirrored: Readonly<Partial<Record<Relation, Relation>>> = {
  '=': '=',
  '!=': '!=',
  '>': '<',
  '<': '>',
  '>=': '<=',
  '<=': '>=',
};

class Reader {
  readonly #tokens: readonly SourceToken[];
  readonly #dialect: Dialect;
  readonly #findField: FindField;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly SourceToken[], dialect: Dialect, findField: FindField) {
    this.#tokens = tokens;
    this.#dialect = dialect;
    this.#findField = findField;
  }

  read(): Condition {
    const condition = this.#or();
    if (this.#next < this.#tokens.length) throw new UnreadableConditionError(unreadable);
    return condition;
  }

  #or(): Condition {
    const parts = this.#list('or', () => this.#and());
    return parts.length === 1 ? (parts[0] as Condition) : { or: parts };
  }

  #and(): Condition {
    const parts = this.#list('and', () => this.#not());
    return parts.length === 1 ? (parts[0] as Condition) : { and: parts };
  }

  #list(operator: 'and' | 'or', readPart: () => Condition): Condition[] {
    const parts = [readPart()];
    while (this.#take(operator)) parts.push(readPart());
    return parts;
  }

  #not(): Condition {
    let negations = 0;
    while (this.#take('not')) negations += 1;
    return this.#comparison(negations % 2 === 1);
  }

  #nested<T>(readPart: () => T): T {
    this.#depth += 1;
    if (this.#depth > formLimits.conditionDepth) throw new UnreadableConditionError('条件嵌套过深，未取用');
    const part = readPart();
    this.#depth -= 1;
    return part;
  }

  /** Reads a comparison, a field that stands alone, or a condition in brackets. */
  #comparison(isNegated: boolean): Condition {
    const negate = (condition: Condition) => (isNegated ? { not: condition } : condition);
    if (this.#take('(')) {
      const inner = this.#nested(() => this.#or());
      this.#expect(')');
      return negate(inner);
    }
    if (this.#take('hasCall')) return negate(this.#call());
    const left = this.#operand();
    if (this.#take('has')) {
      this.#expect('(');
      const member = this.#operand();
      this.#expect(')');
      return negate(this.#compare(left, 'contains', member));
    }
    const relation = this.#relation();
    if (relation === 'empty' || relation === 'notEmpty') {
      const { id } = this.#fieldOf(left);
      return negate({ field: id, is: relation === 'empty' ? 'empty' : 'exists' });
    }
    if (relation === undefined) return this.#truth(left, isNegated);
    return negate(this.#compare(left, relation, this.#operand()));
  }

  /** Reads `contains(list, value)` after its name. */
  #call(): Condition {
    this.#expect('(');
    const left = this.#operand();
    this.#expect(',');
    const member = this.#operand();
    this.#expect(')');
    return this.#compare(left, 'contains', member);
  }

  #compare(left: Operand, relation: Relation, right: Operand): Condition {
    if (left.is === 'constant' && right.is !== 'constant') {
      const turned = mirrored[relation];
      if (turned !== undefined) return this.#compare(right, turned, left);
      // A list that contains the value of a field: the value is one of the list.
      if (relation === 'contains' && Array.isArray(left.value)) return this.#compare(right, 'anyOf', left);
    }
    if (left.is === 'constant' || right.is !== 'constant') throw new UnreadableConditionError(unreadable);
    return left.is === 'length'
      ? compareLength(left.field, relation, right.value)
      : compareField(left.field, relation, right.value, this.#dialect);
  }

  /** Returns the condition of a field that stands alone: a switch that is on, or a text that is not empty. */
  #truth(operand: Operand, isNegated: boolean): Condition {
    const { id, kind, props } = this.#fieldOf(operand);
    if (kind.comparesAs === 'boolean')
      return { field: id, is: isNegated ? 'notEquals' : 'equals', value: true };
    if (kind.empty === '' && !isSeveral({ kind, props }))
      return { field: id, is: isNegated ? 'empty' : 'exists' };
    throw new UnreadableConditionError(unreadable);
  }

  #fieldOf(operand: Operand): NamedField {
    if (operand.is !== 'field') throw new UnreadableConditionError(unreadable);
    return operand.field;
  }

  #relation(): Relation | undefined {
    const token = this.#tokens[this.#next];
    if (token?.is !== 'relation') return undefined;
    this.#next += 1;
    return token.relation;
  }

  #operand(): Operand {
    if (this.#take('[')) return { is: 'constant', value: this.#constants(']') };
    // `in ("a", "b")` of FEEL.
    if (this.#take('(')) return { is: 'constant', value: this.#constants(')') };
    const token = this.#tokens[this.#next];
    this.#next += 1;
    if (token?.is === 'constant') return { is: 'constant', value: token.value };
    if (token?.is !== 'name') throw new UnreadableConditionError(unreadable);
    const field = this.#findField(token.name);
    if (field === undefined)
      throw new UnreadableConditionError(`条件引用的“${token.name.slice(0, 60)}”不在取用的字段中，未取用`);
    return { is: token.isLength ? 'length' : 'field', field };
  }

  /** Reads constants up to a bracket. */
  #constants(end: ']' | ')'): Constant[] {
    const values: Constant[] = [];
    while (!this.#take(end)) {
      if (values.length > 0) this.#expect(',');
      const token = this.#tokens[this.#next];
      if (token?.is !== 'constant') throw new UnreadableConditionError(unreadable);
      values.push(token.value);
      this.#next += 1;
    }
    return values;
  }

  #take(mark: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.is !== 'mark' || token.mark !== mark) return false;
    this.#next += 1;
    return true;
  }

  #expect(mark: string): void {
    if (!this.#take(mark)) throw new UnreadableConditionError(unreadable);
  }
}

function isSeveral({ kind, props }: Omit<NamedField, 'id'>): boolean {
  return kind.takesSeveral(props) || Array.isArray(kind.empty);
}

function compareLength({ id, kind, props }: NamedField, relation: Relation, value: unknown): Condition {
  if (typeof value !== 'number') throw new UnreadableConditionError(unreadable);
  // JavaScript compares the length of a missing value with nothing, so only this direction means the same.
  if (relation !== '>' || value < 0) throw new UnreadableConditionError(unreadable);
  return value === 0 && isSeveral({ kind, props })
    ? { field: id, is: 'exists' }
    : { field: id, is: 'sizeGreater', value };
}

function compareField(field: NamedField, relation: Relation, raw: unknown, dialect: Dialect): Condition {
  const { id, kind } = field;
  const several = isSeveral(field);
  if (raw === null || raw === '') {
    // In JavaScript an emptied text is not null, and an empty list neither.
    const isExact = dialect !== 'formily' || (raw === null && kind.empty === null);
    if (isExact && relation === '=') return { field: id, is: 'empty' };
    if (isExact && relation === '!=') return { field: id, is: 'exists' };
    throw new UnreadableConditionError(unreadable);
  }
  const value = () => constantOf(field, raw, dialect);
  switch (relation) {
    case '=':
    case '!=':
      if (several) throw new UnreadableConditionError('多个值的字段不能与一个值相比，未取用');
      return { field: id, is: relation === '=' ? 'equals' : 'notEquals', value: value() };
    case 'contains':
      if (!several && !kind.textual) throw new UnreadableConditionError(unreadable);
      return { field: id, is: 'includes', value: value() };
    case 'notContains':
      return { not: compareField(field, 'contains', raw, dialect) };
    case 'anyOf':
      if (!Array.isArray(raw) || (several && dialect !== 'surveyJs'))
        throw new UnreadableConditionError(unreadable);
      return { field: id, is: 'anyOf', value: raw.map((item) => constantOf(field, item, dialect)) };
    case 'allOf':
      if (!Array.isArray(raw) || raw.length === 0 || !several) throw new UnreadableConditionError(unreadable);
      return { and: raw.map((item) => compareField(field, 'contains', item, dialect)) };
    default: {
      const isOrdered =
        kind.comparesAs === 'number' || kind.component === 'date' || kind.component === 'time';
      if (!isOrdered) throw new UnreadableConditionError('只有数字、日期和时间可以比较大小，未取用');
      if (relation === '>') return { field: id, is: 'greater', value: value() };
      if (relation === '<') return { field: id, is: 'less', value: value() };
      const opposite = { field: id, is: relation === '>=' ? 'less' : 'greater', value: value() } as const;
      // An empty field is neither greater nor equal.
      return { and: [{ field: id, is: 'exists' }, { not: opposite }] };
    }
  }
}

/** Returns a constant as the values of the field are stored. */
function constantOf({ kind }: NamedField, value: unknown, dialect: Dialect): unknown {
  const isLoose = dialect !== 'formily';
  if (kind.comparesAs === 'boolean') {
    if (typeof value === 'boolean') return value;
  } else if (kind.comparesAs === 'number') {
    if (typeof value === 'number') return value;
    const parsed = isLoose && typeof value === 'string' ? kind.normalise(value) : undefined;
    if (typeof parsed === 'number') return parsed;
  } else if (typeof value === 'string') return value;
  // Values of options are text here, whatever type they had.
  else if ((kind.takesOptions || isLoose) && (typeof value === 'number' || typeof value === 'boolean'))
    return String(value);
  throw new UnreadableConditionError('比较的值与字段的类型不符，未取用');
}
