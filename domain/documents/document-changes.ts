import { MissingCase } from '../missing-case.ts';
import type { PartChange } from '../part-change.ts';
import type { ItemDocument } from './item-document.ts';

/**
 * Returns the changes from the version in force to the one to be published; without a version in force every
 * part is a change.
 */
export function documentChanges(before: ItemDocument, after: ItemDocument): PartChange[] {
  const [partsBefore, partsAfter] = [partsOf(before), partsOf(after)];
  const names = [...new Set([...partsAfter.keys(), ...partsBefore.keys()])];
  const changed = names.flatMap((part) => {
    const [from = '', to = ''] = [partsBefore.get(part), partsAfter.get(part)];
    return from === to ? [] : [{ part, before: from, after: to }];
  });
  return [...changed, ...blockChanges(before, after)];
}

const layoutLabel = { official: '公文', letter: '便函', sheet: '办件单' } as const;
const yesNo = (value: boolean | undefined) => (value === true ? '是' : '否');

function partsOf({ template, places, ...rest }: ItemDocument): Map<string, string> {
  const { head = {}, foot = {} } = template;
  const lines = (texts: readonly string[] = []) => texts.join('\n');
  return new Map([
    ['名称', template.name],
    ['版式', layoutLabel[template.look]],
    ['文号字头', template.numbering ?? ''],
    ['发文机关', head.issuer ?? ''],
    [
      '份号、密级、紧急程度、签发人',
      lines([head.copyNumber, head.secrecy, head.urgency, head.signatory].filter(isFilledText)),
    ],
    ['标题', template.title],
    ['标题下一行', lines(template.headLine?.map(({ label, value }) => `${label}：${value}`))],
    ['主送', template.addressee ?? ''],
    ['附件说明', lines(template.attachments)],
    ['署名', lines(template.signature)],
    ['成文日期', template.date ?? ''],
    ['附注', template.note ?? ''],
    ['抄送', template.copies ?? ''],
    ['印发机关', template.printer ?? ''],
    ['页脚', lines([foot.maker, foot.time, foot.remark].filter(isFilledText))],
    ['盖章', yesNo(template.sealed)],
    ['核验码', yesNo(template.verified)],
    ['证件和电话', template.sensitive === 'clear' ? '完整显示' : '部分隐藏'],
    ['生成的按钮', places.length === 0 ? '' : JSON.stringify(places)],
    ['手工生成', JSON.stringify(rest)],
  ]);
}

const isFilledText = (text: string | undefined): text is string => text !== undefined && text !== '';

/** Returns the blocks that only one of the two bodies has; blocks that only moved are in both. */
function blockChanges(before: ItemDocument, after: ItemDocument): PartChange[] {
  const keys = ({ template }: ItemDocument) => template.body.map((block) => JSON.stringify(block));
  const [keysBefore, keysAfter] = [keys(before), keys(after)];
  const common = longestCommonIndexes(keysBefore, keysAfter);
  const removed = keysBefore.flatMap((_key, index) => (common.before.has(index) ? [] : [index]));
  const added = keysAfter.flatMap((_key, index) => (common.after.has(index) ? [] : [index]));
  const textOf = (document: ItemDocument, index: number | undefined) => {
    const block = index === undefined ? undefined : document.template.body[index];
    return block === undefined ? '' : textOfBlock(block);
  };
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => ({
    part: `正文第 ${(added[index] ?? removed[index] ?? 0) + 1} 段`,
    before: textOf(before, removed[index]),
    after: textOf(after, added[index]),
  }));
}

/** Returns the indexes of the longest common subsequence of two lists. */
function longestCommonIndexes(before: readonly string[], after: readonly string[]) {
  const length = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const lengthAt = (i: number, j: number) => length[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      (length[i] ?? [])[j] =
        before[i] === after[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const common = { before: new Set<number>(), after: new Set<number>() };
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    if (before[i] === after[j]) {
      common.before.add(i);
      common.after.add(j);
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  return common;
}

function textOfBlock(block: ItemDocument['template']['body'][number]): string {
  switch (block.kind) {
    case 'text':
    case 'heading':
      return block.text;
    case 'fields':
      return block.rows.map(({ label, value }) => `${label}：${value}`).join('\n');
    case 'table':
      return `表格：${block.columns.map(({ title }) => title).join('、')}`;
    case 'opinion':
      return `意见：${block.label} ${block.text}`;
    default:
      throw new MissingCase(block satisfies never);
  }
}
