import { DocumentLayout, type OfficialDocument } from '#domain/documents/document-model.ts';

/** Returns a document with one paragraph, in which a test may replace parts. */
export function buildDocument(parts: Partial<OfficialDocument>): OfficialDocument {
  return {
    look: DocumentLayout.official,
    head: {
      issuer: '淳安县信访局',
      copyNumber: '',
      secrecy: '',
      urgency: '',
      signatory: '',
      number: '淳信访答〔2026〕186号',
    },
    title: '关于电梯维修问题的答复',
    factLine: [],
    addressee: '汪凤仙同志',
    body: [{ kind: 'text', text: '现答复如下：' }],
    attachments: [],
    signature: ['淳安县信访局'],
    sealed: false,
    date: '2026-10-09',
    note: '',
    copies: '',
    printer: null,
    verification: null,
    foot: { maker: '', time: '', remark: '' },
    ...parts,
  };
}

/** Builds a 办件单 with facts, a table of this many rows, and opinions. */
export function buildSheet(rows = 1): OfficialDocument {
  return buildDocument({
    look: DocumentLayout.sheet,
    title: '群众来信办件单',
    factLine: [
      ['流水号', '2026000186'],
      ['紧急程度', '紧急'],
      ['办理状态', '已办结'],
    ],
    addressee: '',
    signature: [],
    date: '',
    body: [
      {
        kind: 'fields',
        rows: [
          ['来信标题', '明珠新村电梯长期带病运行，请求启用维修资金'],
          ['信访人', '**仙'],
          ['联系电话', '154****0012'],
          ['反映人数', '2 人'],
          ['备注', ''],
        ],
      },
      {
        kind: 'table',
        label: '涉及人员',
        columns: [
          { title: '姓名', share: 1 },
          { title: '工作单位', share: 2 },
        ],
        rows: Array.from({ length: rows }, (_row, index) => [`第${index + 1}人`, '洪家桥村']),
      },
      opinion('受理意见', '符合受理条件，予以受理。', '淳安县信访局', '赵敏'),
      opinion('签发意见', '同意，签发。', '', '𠮷㛃䶮'),
    ],
    foot: { maker: '刘洋（办信科）', time: '2026-11-20 15:02', remark: '个人信息已脱敏。' },
  });
}

function opinion(label: string, text: string, unit: string, person: string) {
  return { kind: 'opinion', label, text, unit, person, time: '2026-10-14 09:20' } as const;
}
