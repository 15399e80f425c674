import { MissingCase } from '../missing-case.ts';
import { Decimal, decimalText } from './decimal.ts';
import type { FunctionName } from './functions.ts';
import type { Expression, Test } from './tree.ts';

/** A field of a form with those inside it. */
interface NamedField {
  id: string;
  title: string;
  columns?: readonly NamedField[] | undefined;
  fields?: readonly NamedField[] | undefined;
}

const operatorText: Readonly<Record<string, string>> = {
  '*': '×',
  '/': '÷',
  '+': '+',
  '-': '−',
  '=': '等于',
  '!=': '不等于',
  '<': '小于',
  '<=': '不大于',
  '>': '大于',
  '>=': '不小于',
};

const functionText: Readonly<Record<FunctionName, (args: readonly string[]) => string>> = {
  not: ([part]) => `不满足（${part}）`,
  contains: ([text, part]) => `${text}含有${part}`,
  'starts with': ([text, part]) => `${text}以${part}开头`,
  'ends with': ([text, part]) => `${text}以${part}结尾`,
  matches: ([text]) => `${text}符合格式`,
  'string length': ([text]) => `${text}的字数`,
  'upper case': ([text]) => `${text}的大写`,
  'lower case': ([text]) => `${text}的小写`,
  string: ([value]) => `${value}`,
  'string join': ([list]) => `${list}依次连接`,
  'list contains': ([list, value]) => `${list}含有${value}`,
  count: ([list]) => `${list}的个数`,
  sum: (args) => `${args.join('、')}的合计`,
  min: (args) => `${args.join('、')}中的最小值`,
  max: (args) => `${args.join('、')}中的最大值`,
  abs: ([value]) => `${value}的绝对值`,
  'round half up': ([value, places]) => `${value}四舍五入到 ${places} 位小数`,
  floor: ([value]) => `${value}向下取整`,
  ceiling: ([value]) => `${value}向上取整`,
  today: () => '当天',
  year: ([day]) => `${day}的年份`,
  month: ([day]) => `${day}的月份`,
  day: ([day]) => `${day}的日`,
  'day difference': ([from, until]) => `${from}至${until}的天数`,
  'year difference': ([from, until]) => `${from}至${until}的周年数`,
  'working day difference': ([from, until]) => `${from}至${until}的工作日数`,
  'add days': ([day, count]) => `${day}加 ${count} 天`,
  'add months': ([day, count]) => `${day}加 ${count} 个月`,
  'add years': ([day, count]) => `${day}加 ${count} 年`,
  'add working days': ([day, count]) => `${day}加 ${count} 个工作日`,
};

/**
 * Returns an expression in Chinese words, with the titles of the fields, for a reader who does not know its notation.
 * Of two fields with the same id the first counts.
 */
export function expressionText(expression: Expression, fields: readonly NamedField[]): string {
  const textOf = (part: Expression) => expressionText(part, fields);
  const titleOf = (part: Expression) => fieldOf(part, fields)?.title;
  const inBrackets = (part: Expression) =>
    ['arithmetic', 'and', 'or', 'if', 'compare'].includes(part.kind) ? `（${textOf(part)}）` : textOf(part);
  switch (expression.kind) {
    case 'value':
      return constantText(expression.value);
    case 'name':
      return `“${titleOf(expression) ?? expression.name}”`;
    case 'path': {
      const { operand, field } = expression;
      return `${textOf(operand)}的“${titleOf(expression) ?? field}”`;
    }
    case 'list':
      return expression.items.map(textOf).join('、');
    case 'and':
    case 'or':
      return expression.parts.map(inBrackets).join(expression.kind === 'and' ? '且' : '或');
    case 'compare':
      return `${textOf(expression.left)}${operatorText[expression.operator]}${textOf(expression.right)}`;
    case 'arithmetic':
      return `${inBrackets(expression.left)} ${operatorText[expression.operator]} ${inBrackets(expression.right)}`;
    case 'negative':
      return `−${inBrackets(expression.operand)}`;
    case 'in':
      return `${textOf(expression.value)}属于${expression.tests.map((test) => testText(test, textOf)).join('、')}`;
    case 'if': {
      const { condition, then, otherwise } = expression;
      return `${textOf(condition)}时为${textOf(then)}，否则为${textOf(otherwise)}`;
    }
    case 'some':
    case 'every':
      return `${textOf(expression.list)}中${expression.kind === 'some' ? '有一项' : '每一项'}满足${textOf(expression.satisfies)}`;
    case 'matches':
      return functionText.matches([textOf(expression.text)]);
    case 'rule':
      return `符合规则“${expression.code}”`;
    case 'call':
      return functionText[expression.name](expression.args.map(inBrackets));
    default:
      throw new MissingCase(expression satisfies never);
  }
}

/** Returns the field that a name, or a path that begins with one, means. */
function fieldOf(part: Expression, fields: readonly NamedField[]): NamedField | undefined {
  if (part.kind === 'name') return fields.find(({ id }) => id === part.name);
  if (part.kind !== 'path') return undefined;
  const around = fieldOf(part.operand, fields);
  return (around?.columns ?? around?.fields)?.find(({ id }) => id === part.field);
}

function constantText(value: string | Decimal | boolean | null): string {
  if (value instanceof Decimal) return decimalText(value);
  if (typeof value === 'boolean') return value ? '是' : '否';
  return value === null || value === '' ? '空' : `“${value}”`;
}

function testText(test: Test, textOf: (part: Expression) => string): string {
  switch (test.kind) {
    case 'among':
      return textOf(test.container);
    case 'bound':
      return `${operatorText[test.operator]}${textOf(test.limit)}`;
    case 'range':
      return `${textOf(test.from)}至${textOf(test.to)}`;
    default:
      throw new MissingCase(test satisfies never);
  }
}
