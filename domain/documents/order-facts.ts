import type { LocalDate } from '../calendar/local-date.ts';
import { isOrganisation } from '../enumerations/applicant-type.ts';
import { Gender } from '../enumerations/gender.ts';
import type { CompiledForm } from '../forms/compiled-form.ts';
import { recordFactNames, recordFacts } from '../records/record-facts.ts';
import { maskCertCode, maskPhone } from '../sensitive/masks.ts';
import type { ProcessDefinition } from '../workflow/model/model.ts';
import type { KnownFacts } from './check-template.ts';
import { knownFormFacts, type SensitiveParts } from './form-facts.ts';
import type { Facts } from './placeholders.ts';

/**
 * The facts of an order for its documents: days as `YYYY-MM-DD`, times as `YYYY-MM-DD HH:mm`, missing ones
 * empty.
 */
export interface OrderInDocument {
  /** The organisation of the item, which issues the document. */
  office: { name: string; address: string; phone: string };
  today: LocalDate;
  order: {
    code: string;
    title: string;
    itemName: string;
    receivedOn: LocalDate | '';
    acceptedOn: LocalDate | '';
    dueOn: LocalDate | '';
    concludedOn: LocalDate | '';
    urgency: string;
    status: string;
    /** Names of the chosen situations. */
    situations: readonly string[];
  };
  applicant: ApplicantInDocument | null;
  /** Facts of the forms by form code, as `formFacts` returns them. */
  forms: Readonly<Record<string, Facts>>;
  /** The person who makes the document. */
  handler: { name: string; orgName: string; phone: string };
  /** The step that the document belongs to. */
  step: { button: string; opinion: string; node: string };
  opinions: readonly OpinionInDocument[];
  votes: readonly VoteInDocument[];
  missingPapers: readonly { name: string; copies: number; note: string }[];
  attachments: readonly string[];
  /** Facts of the side records, as `recordFacts` returns them. */
  records?: Facts;
}

export interface ApplicantInDocument {
  name: string;
  sex: string;
  applicantType: string;
  typeLabel: string;
  certCategoryLabel: string;
  certCode: string;
  mobile: string;
  address: string;
}

/** Opinion of a handler at a completed node. */
export interface OpinionInDocument {
  nodeId: string;
  node: string;
  handler: string;
  orgName: string;
  /** The button that was pressed, or another outcome of the step. */
  result: string;
  opinion: string;
  at: string;
}

/** Vote of a participant in a countersign; `passes` is null while the vote is not given yet. */
export interface VoteInDocument {
  member: string;
  orgName: string;
  passes: boolean | null;
  opinion: string;
  at: string;
}

/** Returns the facts that fill a template of this order, by the paths that administrators write. */
export function orderFacts(order: OrderInDocument, sensitive: SensitiveParts = 'masked'): Facts {
  const { office, handler, step, votes } = order;
  const count = (passes: boolean | null) => votes.filter((vote) => vote.passes === passes).length;
  return {
    单位: { 名称: office.name, 地址: office.address, 电话: office.phone },
    今天: order.today,
    办件: {
      流水号: order.order.code,
      标题: order.order.title,
      事项: order.order.itemName,
      收件日期: order.order.receivedOn,
      受理日期: order.order.acceptedOn,
      办理期限: order.order.dueOn,
      办结日期: order.order.concludedOn,
      紧急程度: order.order.urgency,
      状态: order.order.status,
      情形: order.order.situations,
    },
    申请人: order.applicant ? applicantFacts(order.applicant, sensitive) : {},
    表单: order.forms,
    经办: { 姓名: handler.name, 单位: handler.orgName, 电话: handler.phone },
    本步: { 按钮: step.button, 意见: step.opinion, 环节: step.node },
    环节意见: lastOpinionByNode(order.opinions),
    意见: order.opinions.map((entry) => ({ 环节: entry.node, 结果: entry.result, ...textsOf(entry) })),
    会签: votes.map(({ member, orgName, passes, opinion, at }) => ({
      成员: member,
      单位: orgName,
      结果: passes === null ? '未答复' : passes ? '通过' : '不通过',
      意见: opinion,
      时间: at,
    })),
    会签统计: { 总数: votes.length, 通过: count(true), 不通过: count(false), 未答复: count(null) },
    缺少材料: order.missingPapers.map(({ name, copies, note }) => ({ 名称: name, 份数: copies, 说明: note })),
    附件: order.attachments.map((name, index) => ({ 序号: index + 1, 名称: name })),
    ...(order.records ?? recordFacts([])),
  };
}

function applicantFacts(applicant: ApplicantInDocument, sensitive: SensitiveParts): Facts {
  const { name, certCode, mobile } = applicant;
  const show = (value: string, hide: (value: string) => string) =>
    sensitive === 'clear' ? value : hide(value);
  const honorific = honorificOf(applicant);
  return {
    姓名: name,
    称谓: honorific,
    抬头: `${name}${honorific}`,
    类型: applicant.typeLabel,
    证件类型: applicant.certCategoryLabel,
    证件号码: show(certCode, maskCertCode),
    手机: show(mobile, maskPhone),
    地址: applicant.address,
  };
}

/** Returns the form of address after the name in a letter; empty for an organisation. */
export function honorificOf({ sex, applicantType }: { sex: string; applicantType: string }): string {
  if (isOrganisation(applicantType)) return '';
  if (sex === Gender.male) return '先生';
  return sex === Gender.female ? '女士' : '同志';
}

function textsOf({ opinion, handler, orgName, at }: OpinionInDocument): Facts {
  return { 意见: opinion, 处理人: handler, 单位: orgName, 时间: at };
}

/** Returns the last opinion at each node. */
function lastOpinionByNode(opinions: readonly OpinionInDocument[]): Facts {
  return Object.fromEntries(opinions.map((entry) => [entry.nodeId, textsOf(entry)]));
}

const orderFactNames: Readonly<Record<string, readonly string[]>> = {
  单位: ['名称', '地址', '电话'],
  办件: [
    '流水号',
    '标题',
    '事项',
    '收件日期',
    '受理日期',
    '办理期限',
    '办结日期',
    '紧急程度',
    '状态',
    '情形',
  ],
  申请人: ['姓名', '称谓', '抬头', '类型', '证件类型', '证件号码', '手机', '地址'],
  经办: ['姓名', '单位', '电话'],
  本步: ['按钮', '意见', '环节'],
  会签统计: ['总数', '通过', '不通过', '未答复'],
};
const nodeFactNames = ['意见', '处理人', '单位', '时间'];
const orderListNames: Readonly<Record<string, readonly string[]>> = {
  意见: ['环节', '处理人', '单位', '结果', '意见', '时间'],
  会签: ['成员', '单位', '结果', '意见', '时间'],
  缺少材料: ['名称', '份数', '说明'],
  附件: ['序号', '名称'],
};

/**
 * Returns everything that a template of an item may use: the facts of every order, the fields of its forms,
 * the nodes of its process.
 */
export function knownFacts(
  forms: readonly CompiledForm[],
  definition: Pick<ProcessDefinition, 'nodes'>,
): KnownFacts {
  const factsOfForms = forms.map(knownFormFacts);
  const nodes = Object.values(definition.nodes).filter(({ kind }) => kind === 'userTask' || kind === 'start');
  const paths = (names: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(names).flatMap(([group, members]) => members.map((name) => `${group}.${name}`));
  return {
    values: new Set([
      '今天',
      ...paths(orderFactNames),
      ...recordFactNames.values,
      ...nodes.flatMap(({ id }) => nodeFactNames.map((name) => `环节意见.${id}.${name}`)),
      ...factsOfForms.flatMap(({ values }) => values),
    ]),
    lists: {
      ...orderListNames,
      ...recordFactNames.lists,
      ...Object.fromEntries(factsOfForms.flatMap(({ lists }) => lists)),
    },
  };
}
