import { isCertificate } from '../certificates/certificate.ts';
import { PersonalCertificate } from '../enumerations/certificate-category.ts';
import {
  type DocumentCategory,
  documentCategoryLabel,
  proposedCategory,
} from '../enumerations/document-category.ts';
import { ProcessResult } from '../enumerations/process-result.ts';
import type { Problem } from '../refusals/refusals.ts';
import { maskAnyName, maskCertCode } from '../sensitive/masks.ts';
import { isBlank } from '../texts/characters.ts';
import { OutputWay, outputWayLabel } from './output-way.ts';
import type { RecordCommand, RecordPosition, RecordRules } from './record-rules.ts';
import { RecordKind } from './side-record.ts';
import { dayOf, problemsOfName, problemsOfText, refuseInput, refuseState } from './texts-of-input.ts';

export const Collector = { self: 'self', agent: 'agent' } as const;
export type Collector = (typeof Collector)[keyof typeof Collector];
export const collectorLabel: Record<Collector, string> = {
  [Collector.self]: '本人',
  [Collector.agent]: '代领人',
};

/** Relations of an agent to the applicant; an office may receive others as 其他. */
export const agentRelations = [
  '配偶',
  '父母',
  '子女',
  '兄弟姐妹',
  '本单位工作人员',
  '委托代理人',
  '其他',
] as const;

export const outputLimits = { rows: 20, name: 100, number: 60, copies: 99, collector: 50 } as const;

/** One certificate or paper: its name, category and number, and the number of copies. */
export interface OutputItem {
  name: string;
  category: DocumentCategory;
  number: string;
  copies: number;
}

/** How and to whom the certificates were handed over: the receipt of service (送达回证). */
export interface OutputReceipt {
  at: string;
  collector: Collector;
  name: string;
  /** Masked: the last four characters. */
  certCode: string;
  /** Relation of an agent to the applicant; empty for the applicant. */
  relation: string;
  /** Files: the signature, the power of attorney, the copy of the certificate. */
  fileIds: readonly string[];
}

export interface OutputData {
  /** S1 §4: 14001. */
  resultCode: typeof ProcessResult.outputConfirmed;
  outputs: readonly OutputItem[];
  way: OutputWay;
  receipt: OutputReceipt | null;
  /** Time of the service (送达); null before it. */
  servedAt: string | null;
}

export interface IssueInput {
  /** A paper without a category gets the one that its name suggests. */
  outputs: readonly (Omit<OutputItem, 'category'> & Partial<Pick<OutputItem, 'category'>>)[];
  way: OutputWay;
}
export interface CollectInput {
  collector: Collector;
  name: string;
  certCode: string;
  relation: string;
  fileIds?: readonly string[];
}

export type OutputState = 'waiting' | 'posting' | 'served' | 'cancelled';
type Position = RecordPosition<OutputState, OutputData>;
type Command<Input> = RecordCommand<OutputState, OutputData, Input>;

/** Returns the problems of a list of certificates and of the chosen way, at the fields of the dialog. */
function problemsOfOutputs(
  { outputs, way }: IssueInput,
  { settings }: Pick<Position, 'settings'>,
): Problem[] {
  const { ways } = settings.output;
  const isCounted = outputs.length >= 1 && outputs.length <= outputLimits.rows;
  return [
    ...(isCounted ? [] : [{ field: 'outputs', message: `请登记 1 至 ${outputLimits.rows} 件证照或文书` }]),
    ...outputs
      .slice(0, outputLimits.rows)
      .flatMap(({ name, number, copies }, index) => [
        ...problemsOfName(`outputs.${index}.name`, name, '证照名称', outputLimits.name),
        ...(number === ''
          ? []
          : problemsOfName(`outputs.${index}.number`, number, '编号', outputLimits.number)),
        ...(Number.isInteger(copies) && copies >= 1 && copies <= outputLimits.copies
          ? []
          : [{ field: `outputs.${index}.copies`, message: `份数应为 1 至 ${outputLimits.copies}` }]),
      ]),
    ...(ways.includes(way) ? [] : [{ field: 'way', message: `该事项不支持${outputWayLabel[way]}` }]),
  ];
}

const countText = (outputs: IssueInput['outputs']) =>
  outputs.map(({ name, copies }) => `${name} ${copies} 份`).join('、');

/** What the applicant is told when the certificates are ready. */
const issuedText: Record<OutputWay, string> = {
  [OutputWay.window]:
    '您的证照（文书）已制作完成，请带本人有效证件到窗口领取；代领的还需带委托书和代领人证件。',
  [OutputWay.post]: '您的证照（文书）已制作完成，将邮寄给您。',
  [OutputWay.online]: '您的证照（文书）已制作完成并在网上送达，请登录查看。',
};

const issue: Command<IssueInput> = {
  label: '出证',
  from: ['none'],
  by: ['handler'],
  decide(position, input) {
    const refusal = refuseInput(problemsOfOutputs(input, position));
    if (refusal) return refusal;
    const { outputs, way } = input;
    const isOnline = way === OutputWay.online;
    return {
      state: isOnline ? 'served' : way === OutputWay.post ? 'posting' : 'waiting',
      data: {
        resultCode: ProcessResult.outputConfirmed,
        outputs: outputs.map((row) => ({ ...row, category: row.category ?? proposedCategory(row.name) })),
        way,
        receipt: null,
        servedAt: isOnline ? position.now.toISOString() : null,
      },
      tell: [{ to: 'applicant', text: issuedText[way] }],
      text: `${countText(outputs)}，${outputWayLabel[way]}`,
    };
  },
};

/** Checks the number of an agent's certificate: an identity card by its rule, others by their characters. */
function isCertCode(certCode: string): boolean {
  if (/^[\dXx]{18}$/.test(certCode)) return isCertificate(PersonalCertificate.idCard, certCode);
  return /^[A-Za-z0-9]{6,20}$/.test(certCode);
}

function problemsOfCollector({ collector, name, certCode, relation, fileIds = [] }: CollectInput): Problem[] {
  const isAgent = collector === Collector.agent;
  return [
    ...problemsOfName('name', name, '领取人姓名', outputLimits.collector),
    // An applicant whose certificate is no identity card shows it at the window; an agent must be identified here.
    ...(isAgent && !isCertCode(certCode) ? [{ field: 'certCode', message: '请填写正确的证件号码' }] : []),
    ...(isAgent && isBlank(relation) ? [{ field: 'relation', message: '请选择与本人关系' }] : []),
    ...(fileIds.length > 0 ? [] : [{ field: 'fileList', message: '请领取人签名' }]),
    ...(isAgent && fileIds.length === 1 ? [{ field: 'fileList', message: '请上传委托书' }] : []),
  ];
}

/** The certificates are handed over at the window, against a signature. */
const collect: Command<CollectInput> = {
  label: '确认领取',
  from: ['waiting'],
  by: ['handler', 'registrar'],
  afterEnd: true,
  decide({ record, now }, input) {
    if (!record) return refuseState('没有待领取的证照');
    const refusal = refuseInput(problemsOfCollector(input));
    if (refusal) return refusal;
    const { collector, name, certCode, relation, fileIds = [] } = input;
    const at = now.toISOString();
    const isAgent = collector === Collector.agent;
    const receipt = {
      at,
      collector,
      name,
      certCode: maskCertCode(certCode),
      relation: isAgent ? relation : '',
      fileIds,
    };
    return {
      state: 'served',
      data: { ...record.data, receipt, servedAt: at },
      tell: [
        {
          to: 'applicant',
          text: isAgent ? `您的证照（文书）已由代领人${name}领取。` : '您的证照（文书）已领取。',
        },
      ],
      text: `${countText(record.data.outputs)}，${collectorLabel[collector]}领取${isAgent ? `（${relation}）` : ''}`,
    };
  },
};

function wayChange(label: string, from: OutputState, way: OutputWay, state: OutputState): Command<object> {
  return {
    label,
    from: [from],
    by: ['handler', 'registrar'],
    afterEnd: true,
    refuse: ({ settings, records, record }) => {
      if (!settings.output.ways.includes(way)) return refuseState(`该事项不支持${outputWayLabel[way]}`);
      const isOnTheWay = records.some(
        ({ kind, state: sent, data }) =>
          kind === RecordKind.express &&
          (sent === 'ordering' || sent === 'moving') &&
          (data as { outputId: number | null }).outputId === record?.id,
      );
      return isOnTheWay ? refuseState('证照正在寄送，取消寄送后才能更改') : null;
    },
    decide: ({ record }) =>
      record
        ? { state, data: { ...record.data, way }, text: outputWayLabel[way] }
        : refuseState('没有待送达的证照'),
  };
}

/** The express item with the certificates was delivered; a delivery that the carrier declares void is taken back. */
const serve: Command<{ at: string | null }> = {
  label: '邮寄送达',
  from: ['posting', 'served'],
  by: ['system'],
  afterEnd: true,
  decide({ record }, { at }) {
    if (!record || record.data.way !== OutputWay.post) return refuseState('该证照不是邮寄送达');
    const data = { ...record.data, servedAt: at };
    return at === null
      ? { state: 'posting', data, text: '快递公司撤销妥投，等待送达' }
      : { state: 'served', data, text: countText(record.data.outputs) };
  },
};

const cancel: Command<{ reason: string }> = {
  label: '撤销出证',
  from: ['waiting', 'posting'],
  by: ['handler'],
  dangerous: true,
  decide(_position, { reason }) {
    const refusal = refuseInput(problemsOfText('reason', reason, '撤销原因'));
    return refusal ?? { state: 'cancelled', text: reason };
  },
};

/** Certificates and papers of an order (出证, S1 §4: 14001): by window, by post or online. */
export const outputRules = {
  kind: RecordKind.output,
  states: {
    waiting: { label: '待领取', isOpen: true },
    posting: { label: '待寄达', isOpen: true },
    served: { label: '已送达', isOpen: false },
    cancelled: { label: '已撤销', isOpen: false },
  },
  commands: {
    issue,
    collect,
    toPost: wayChange('改为邮寄', 'waiting', OutputWay.post, 'posting'),
    toWindow: wayChange('改为窗口领取', 'posting', OutputWay.window, 'waiting'),
    serve,
    cancel,
  },
  mask: ({ receipt, ...data }) => ({
    ...data,
    receipt: receipt && { ...receipt, name: maskAnyName(receipt.name) },
  }),
  facts: {
    values: ['送达方式', '送达日期', '领取人', '领取人证件号码', '领取人身份', '与本人关系'],
    lists: { 证照: ['名称', '类别', '编号', '份数'] },
    of: ({ data }) => ({
      送达方式: outputWayLabel[data.way],
      送达日期: dayOf(data.servedAt),
      领取人: data.receipt?.name ?? '',
      领取人证件号码: data.receipt?.certCode ?? '',
      领取人身份: data.receipt ? collectorLabel[data.receipt.collector] : '',
      与本人关系: data.receipt?.relation ?? '',
      证照: data.outputs.map(({ name, category, number, copies }) => ({
        名称: name,
        类别: documentCategoryLabel[category],
        编号: number,
        份数: copies,
      })),
    }),
  },
  isOffered: ({ output }) => output.ways.length > 0,
} satisfies RecordRules<OutputState, OutputData>;
