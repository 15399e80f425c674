import { MissingCase } from '../missing-case.ts';
import type { Expression, Test } from './tree.ts';

/** Returns the expressions directly inside an expression. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'value':
    case 'name':
    case 'rule':
      return [];
    case 'path':
    case 'negative':
      return [expression.operand];
    case 'list':
      return expression.items;
    case 'and':
    case 'or':
      return expression.parts;
    case 'compare':
    case 'arithmetic':
      return [expression.left, expression.right];
    case 'in':
      return [expression.value, ...expression.tests.flatMap(partsOfTest)];
    case 'if':
      return [expression.condition, expression.then, expression.otherwise];
    case 'some':
    case 'every':
      return [expression.list, expression.satisfies];
    case 'call':
      return expression.args;
    case 'matches':
      return [expression.text];
    default:
      throw new MissingCase(expression satisfies never);
  }
}

function partsOfTest(test: Test): readonly Expression[] {
  if (test.kind === 'among') return [test.container];
  return test.kind === 'bound' ? [test.limit] : [test.from, test.to];
}
