import { expect, test } from 'vitest';
import { firstLine, maxReasonCharacters } from './first-line.ts';

const subject = '三号楼电梯停运';

test('a first line names the event and the order before person and reason', () => {
  expect(
    firstLine({
      eventText: '办件被退回',
      personName: '赵敏',
      reasonText: ' 请补充\n资金来源 ',
      orderTitle: subject,
    }),
  ).toBe('办件被退回：三号楼电梯停运（赵敏：请补充 资金来源）');
  expect(
    firstLine({ eventText: '新的待办', absentPersonName: '曹慧', personName: '刘洋', orderTitle: subject }),
  ).toBe('新的待办：三号楼电梯停运（代曹慧；刘洋）');
  expect(
    firstLine({ eventText: '请尽快审查', personName: '张伟', reasonText: '请尽快审查', orderTitle: subject }),
  ).toBe('请尽快审查：三号楼电梯停运（张伟）');
  expect(firstLine({ eventText: '请继续办理', orderTitle: subject })).toBe('请继续办理：三号楼电梯停运');
});

test('a long reason is cut', () => {
  const line = firstLine({
    eventText: '办件被退回',
    personName: '赵敏',
    reasonText: '补'.repeat(200),
    orderTitle: subject,
  });
  expect(line).toBe(`办件被退回：${subject}（赵敏：${'补'.repeat(maxReasonCharacters - 1)}…）`);
});

test('a full stop of the reason is left out before the bracket', () => {
  expect(
    firstLine({
      eventText: '新的待办',
      personName: '吴建国',
      reasonText: '请核实后报我。',
      orderTitle: '电梯停运',
    }),
  ).toBe('新的待办：电梯停运（吴建国：请核实后报我）');
});
