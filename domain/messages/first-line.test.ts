import { expect, test } from 'vitest';
import { firstLine, maxReasonCharacters } from './first-line.ts';

const subject = '三号楼电梯停运';

test('a first line names event, person and reason before the order', () => {
  expect(firstLine({ what: '办件被退回', by: '赵敏', why: ' 请补充\n资金来源 ', subject })).toBe(
    '办件被退回（赵敏：请补充 资金来源）：三号楼电梯停运',
  );
  expect(firstLine({ what: '新的待办', standsFor: '曹慧', by: '刘洋', subject })).toBe(
    '新的待办（代曹慧；刘洋）：三号楼电梯停运',
  );
  expect(firstLine({ what: '请尽快审查', by: '张伟', why: '请尽快审查', subject })).toBe(
    '请尽快审查（张伟）：三号楼电梯停运',
  );
  expect(firstLine({ what: '请继续办理', subject })).toBe('请继续办理：三号楼电梯停运');
});

test('a long reason is cut, so that the order is still named', () => {
  const line = firstLine({ what: '办件被退回', by: '赵敏', why: '补'.repeat(200), subject });
  expect(line).toBe(`办件被退回（赵敏：${'补'.repeat(maxReasonCharacters - 1)}…）：${subject}`);
});

test('a full stop of the reason is left out before the bracket', () => {
  expect(firstLine({ what: '新的待办', by: '吴建国', why: '请核实后报我。', subject: '电梯停运' })).toBe(
    '新的待办（吴建国：请核实后报我）：电梯停运',
  );
});
