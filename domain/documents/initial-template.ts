import { MissingCase } from '../missing-case.ts';
import type { Problem } from '../refusals/refusals.ts';
import type { DocumentLayout } from './document-model.ts';
import type { DocumentTemplate, TemplateBlock } from './document-template.ts';

/** Texts of a new template that only describe the text that must replace them. */
const placeholderTexts = ['（填写基本情况）', '（填写告知的内容）'] as const;

/** Returns a problem for each part that still has a text of a new template; it can be drawn, but not published. */
export function unfilledParts({ body }: DocumentTemplate): Problem[] {
  return body.flatMap((block, index) => {
    const blockText = JSON.stringify(block);
    return placeholderTexts
      .filter((text) => blockText.includes(text))
      .map((text) => ({ field: `template.body[${index}]`, message: `“${text}”尚未填写，请换成正式内容` }));
  });
}

/** Block that prints the opinions of an order one below the other, signed. */
export const opinionBlock: TemplateBlock = {
  kind: 'opinion',
  each: '意见',
  label: '{{本项.环节}}',
  text: '{{本项.意见}}',
  unit: '{{本项.单位}}',
  person: '{{本项.处理人}}',
  time: '{{本项.时间}}',
};

/**
 * Returns the initial template of a new document: every part that its layout needs, with facts that every
 * item has.
 */
export function initialTemplate(
  layout: DocumentLayout,
  { code, name }: { code: string; name: string },
): DocumentTemplate {
  const head = { issuer: '{{单位.名称}}' };
  switch (layout) {
    case 'official':
      return {
        ...{ code, name, look: layout, head },
        title: `关于“{{办件.标题}}”的${name}`,
        addressee: '{{申请人.抬头}}',
        body: [
          {
            kind: 'text',
            text: '您于{{办件.收件日期|日期}}提出的“{{办件.标题}}”（流水号{{办件.流水号}}）收悉。',
          },
          { kind: 'heading', level: 1, text: '一、基本情况' },
          { kind: 'text', text: placeholderTexts[0] },
          { kind: 'heading', level: 1, text: '二、处理意见' },
          { kind: 'text', text: '{{本步.意见}}' },
        ],
        signature: ['{{单位.名称}}'],
        sealed: true,
        date: '{{今天}}',
        note: '联系人：{{经办.姓名}}；联系电话：{{单位.电话}}',
        printer: '{{单位.名称}}',
        verified: true,
      };
    case 'letter':
      return {
        ...{ code, name, look: layout, head },
        title: name,
        addressee: '{{申请人.抬头}}',
        body: [
          {
            kind: 'text',
            text: '您于{{办件.收件日期|日期}}提出的“{{办件.标题}}”（流水号{{办件.流水号}}）收悉。',
          },
          { kind: 'text', text: placeholderTexts[1] },
          { kind: 'text', text: '联系人：{{经办.姓名}}，联系电话：{{单位.电话}}。' },
          { kind: 'text', text: '特此告知。' },
        ],
        signature: ['{{单位.名称}}'],
        sealed: true,
        date: '{{今天}}',
        verified: true,
      };
    case 'sheet':
      return {
        ...{ code, name, look: layout, head },
        title: name,
        headLine: [
          { label: '流水号', value: '{{办件.流水号}}' },
          { label: '紧急程度', value: '{{办件.紧急程度}}' },
          { label: '办理状态', value: '{{办件.状态}}' },
        ],
        body: [
          {
            kind: 'fields',
            rows: [
              { label: '标题', value: '{{办件.标题}}' },
              { label: '申请人', value: '{{申请人.姓名}}' },
              { label: '联系电话', value: '{{申请人.手机}}' },
              { label: '收件日期', value: '{{办件.收件日期}}' },
              { label: '办理期限', value: '{{办件.办理期限}}' },
            ],
          },
          opinionBlock,
        ],
        foot: { maker: '{{经办.姓名}}', time: '{{今天}}', remark: '' },
      };
    default:
      throw new MissingCase(layout satisfies never);
  }
}
