import { describe, expect, it } from 'vitest';
import { missingPapers, situationsInForms } from '../items/situations.ts';
import { documentNumber } from './document-number.ts';
import type { DocumentTemplate } from './document-template.ts';
import type { ItemDocument } from './item-document.ts';
import { isManuallyGenerated, manualRefusalReason } from './manual-documents.ts';
import { usedFacts } from './used-facts.ts';
import { makeVerificationCode, readVerificationCode, writeVerificationCode } from './verification-code.ts';

describe('发文字号', () => {
  it('has the format of the standard (GB/T 9704 §7.2.5)', () => {
    expect(documentNumber({ series: '淳信访答', year: 2026, number: 186 })).toBe('淳信访答〔2026〕186号');
  });
});

describe('verification code', () => {
  const code = makeVerificationCode(new Uint8Array(20).map((_, index) => index * 13));

  it('has 100 bits, is grouped for typing, and is accepted in other spellings', () => {
    expect(code).toHaveLength(20);
    expect(
      writeVerificationCode(code)
        .split('-')
        .map(({ length }) => length),
    ).toEqual([4, 4, 4, 4, 4]);
    expect(readVerificationCode(` ${writeVerificationCode(code).toLowerCase()} `)).toBe(code);
    expect(readVerificationCode('o'.repeat(20))).toBe('0'.repeat(20));
    expect(readVerificationCode(code.slice(1))).toBeUndefined();
    expect(readVerificationCode(`${code.slice(1)}!`)).toBeUndefined();
  });

  it('requires all its random bytes', () => {
    expect(() => makeVerificationCode(new Uint8Array(19))).toThrow(RangeError);
  });
});

describe('facts that a document depends on', () => {
  const template: DocumentTemplate = {
    code: 'a',
    name: '甲',
    look: 'official',
    title: '{{办件.标题}}',
    body: [
      { kind: 'text', text: '{{本步.意见}}{{今天}}{{文号}}', when: { field: '办件.状态', is: 'exists' } },
      { kind: 'text', text: '{{序号}}{{本项.名称}}', each: '缺少材料' },
    ],
  };
  const facts = {
    办件: { 标题: '一', 状态: '待办' },
    本步: { 意见: '同意' },
    今天: '2026-01-01',
    缺少材料: [],
  };

  it('are those in its texts, conditions and lists', () => {
    expect(usedFacts(template, facts)).toEqual({
      今天: '2026-01-01',
      '办件.标题': '一',
      '办件.状态': '待办',
      '本步.意见': '同意',
      缺少材料: [],
    });
    const when = { field: '办件.事项', is: 'exists' } as const;
    expect(usedFacts(template, facts, { when })).toHaveProperty(['办件.事项'], null);
  });

  it('leave out facts of the moment when only lasting facts are compared', () => {
    expect(usedFacts(template, facts, { withoutMomentaryFacts: true })).toEqual({
      '办件.标题': '一',
      缺少材料: [],
    });
  });
});

describe('materials that an applicant has not submitted', () => {
  const orderDocument = (name: string, required: boolean) =>
    ({ name, form: 'original', copies: 1, required, note: '' }) as const;

  it('are required materials without a file or filled field of that name', () => {
    const documents = [
      orderDocument('来信原件', true),
      orderDocument('授权委托书', true),
      orderDocument('证据', false),
    ];
    expect(missingPapers(documents, ['来信原件.pdf']).map(({ name }) => name)).toEqual(['授权委托书']);
  });

  it('depend on the situation in the forms: all names on its path must match, only the most specific counts', () => {
    const situations = [
      { id: 'food', name: '食品经营', parent: null },
      { id: 'food-new', name: '新办', parent: 'food' },
      { id: 'small', name: '小餐饮', parent: null },
      { id: 'small-new', name: '新办', parent: 'small' },
    ];
    expect(situationsInForms(situations, new Set(['食品经营', '新办']))).toEqual(['food-new']);
    expect(situationsInForms(situations, new Set(['新办']))).toEqual([]);
  });
});

describe('manually made document', () => {
  const place = { nodeId: 'examine', buttonId: 'accept' };
  const nodes = { receive: { name: '收件' }, examine: { name: '受理审查' } } as never;
  const reasonFor = (
    document: Pick<ItemDocument, 'places' | 'byHand'> & { numbering?: string },
    at: { nodeId?: string; reachableIds?: string[]; facts?: object; isGenerated?: boolean } = {},
  ) => {
    const { numbering = '淳信受', ...conditions } = document;
    return manualRefusalReason(
      { ...conditions, template: { numbering } },
      { nodes },
      {
        nodeId: at.nodeId ?? 'receive',
        reachableIds: new Set(at.reachableIds ?? ['receive', 'examine']),
        facts: () => (at.facts ?? {}) as never,
        isGenerated: at.isGenerated ?? false,
      },
    );
  };

  it('is one without a button, or one that defines its own conditions', () => {
    expect(isManuallyGenerated({ places: [] })).toBe(true);
    expect(isManuallyGenerated({ places: [place] })).toBe(false);
    expect(isManuallyGenerated({ places: [place], byHand: {} })).toBe(true);
    expect(reasonFor({ places: [place] })).toBe('该文书在办理时由按钮生成');
  });

  it('is made at its nodes when its condition holds, else the refusal says what is missing', () => {
    const when = { field: '办件.受理日期', is: 'exists' } as const;
    const byHand = { nodeIds: ['examine'], when, otherwise: '受理后可以生成' };
    expect(reasonFor({ places: [], byHand })).toBe('在“受理审查”环节可以生成');
    expect(reasonFor({ places: [], byHand }, { nodeId: 'sign', reachableIds: ['sign'] })).toBe(
      '“受理审查”环节已结束，不能再生成',
    );
    expect(reasonFor({ places: [], byHand }, { nodeId: 'examine' })).toBe('受理后可以生成');
    const facts = { 办件: { 受理日期: '2026-03-02' } };
    expect(reasonFor({ places: [], byHand }, { nodeId: 'examine', facts })).toBeUndefined();
    expect(reasonFor({ places: [], byHand: { when } })).toBe('按办件现在的情况不能生成该文书');
  });

  it('is refused when its numbered document from the button exists; others may be made again', () => {
    const isGenerated = { isGenerated: true };
    expect(reasonFor({ places: [place], byHand: {} }, isGenerated)).toContain('已经生成');
    expect(reasonFor({ places: [place], byHand: {} })).toBeUndefined();
    expect(reasonFor({ places: [] }, isGenerated)).toBeUndefined();
    const sheet = { template: {}, places: [place], byHand: {} };
    const current = {
      nodeId: 'receive',
      reachableIds: new Set(['receive']),
      facts: () => ({}),
      isGenerated: true,
    };
    expect(manualRefusalReason(sheet, { nodes }, current)).toBeUndefined();
  });
});
