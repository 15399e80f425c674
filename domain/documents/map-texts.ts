import { MissingCase } from '../missing-case.ts';
import type { TemplateBlock } from './document-template.ts';
import type { ItemDocument } from './item-document.ts';

/** Function that changes a text of a template; `list` is the path of the list whose entry is 本项 there. */
export type TextMapper = (text: string, list: string | undefined) => string;

/** Returns the document with every text changed that may contain placeholders. */
export function mapTexts(document: ItemDocument, change: TextMapper): ItemDocument {
  const { template } = document;
  const { head, headLine, body, attachments, signature, foot } = template;
  const changeText = (text: string) => change(text, undefined);
  const singleTexts = { addressee: 0, date: 0, note: 0, copies: 0, printer: 0 } as const;
  const mappedSingleTexts = Object.fromEntries(
    Object.keys(singleTexts).flatMap((name) => {
      const text = template[name as keyof typeof singleTexts];
      return text === undefined ? [] : [[name, changeText(text)]];
    }),
  );
  return {
    ...document,
    template: {
      ...template,
      ...mappedSingleTexts,
      title: changeText(template.title),
      body: body.map((block) => mapBlock(block, change)),
      ...(head && { head: mapValues(head, changeText) }),
      ...(headLine && {
        headLine: headLine.map(({ label, value }) => ({
          label: changeText(label),
          value: changeText(value),
        })),
      }),
      ...(attachments && { attachments: attachments.map(changeText) }),
      ...(signature && { signature: signature.map(changeText) }),
      ...(foot && { foot: mapValues(foot, changeText) }),
    },
  };
}

function mapBlock(block: TemplateBlock, change: TextMapper): TemplateBlock {
  const changeEntryText = (text: string) => change(text, block.each);
  switch (block.kind) {
    case 'text':
    case 'heading':
      return { ...block, text: changeEntryText(block.text) };
    case 'fields':
      return {
        ...block,
        rows: block.rows.map((row) => ({
          ...row,
          label: changeEntryText(row.label),
          value: changeEntryText(row.value),
        })),
      };
    case 'table':
      return {
        ...block,
        ...(block.label !== undefined && { label: changeEntryText(block.label) }),
        columns: block.columns.map((column) => ({ ...column, cell: change(column.cell, block.rows) })),
      };
    case 'opinion': {
      const { label, text, unit, person, time } = block;
      return {
        ...block,
        label: changeEntryText(label),
        text: changeEntryText(text),
        unit: changeEntryText(unit),
        person: changeEntryText(person),
        time: changeEntryText(time),
      };
    }
    default:
      throw new MissingCase(block satisfies never);
  }
}

function mapValues<T extends Partial<Record<string, string>>>(texts: T, change: (text: string) => string): T {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text ?? '')])) as T;
}
