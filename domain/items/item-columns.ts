import { ApplicantTerm } from '../applicants/applicant-term.ts';
import { paperFormLabel } from '../enumerations/paper-form.ts';
import { serviceTypeLabel } from '../enumerations/service-type.ts';
import type { ImportColumn } from '../sheets/import-sheet.ts';
import { situationLimits } from './situations.ts';

/**
 * Spreadsheets of items and their materials: the settings that cells can contain. All others are unchanged
 * (decision 0171).
 */

export const itemStatusLabel = { published: '已发布', disabled: '已停用' } as const;
export const yesNo = { yes: '是', no: '否' } as const;
const yesOrNo = Object.values(yesNo);

/** Returns the columns of the item spreadsheet; `categories` are the names of the existing categories. */
export function itemColumns(categories: readonly string[]): readonly ImportColumn[] {
  return [
    {
      key: 'taskCode',
      title: '事项编码',
      kind: 'code',
      required: true,
      limit: 60,
      hint: '关键列：已有的编码为修改，没有的为新增；小写字母开头，由小写字母、数字和短横线组成，发布后不能改。',
      example: 'street-stall',
    },
    {
      key: 'name',
      title: '事项名称',
      kind: 'text',
      required: true,
      limit: 100,
      hint: '在新建办件的目录中显示。',
      example: '占道经营许可',
    },
    {
      key: 'status',
      title: '状态',
      kind: 'choice',
      choices: Object.values(itemStatusLabel),
      hint: '不填为已发布。改为已停用时不能同时修改其他内容；停用后不能再发起，在办件继续办理。',
      example: itemStatusLabel.published,
    },
    {
      key: 'category',
      title: '分类',
      kind: 'choice',
      required: true,
      choices: categories,
      hint: '事项列表的“分类”中已有的名称。',
      example: '行政许可',
    },
    {
      key: 'orgId',
      title: '受理机构编码',
      nameTitle: '受理机构',
      kind: 'code',
      required: true,
      hint: '已有的、启用的机构；办件的区划和文号随受理机构。',
      example: '330127-scj',
    },
    {
      key: 'processKey',
      title: '流程编码',
      kind: 'text',
      required: true,
      limit: 200,
      hint: '已发布的流程；使用导入时的最新版。',
      example: 'street-stall',
    },
    {
      key: 'formCodes',
      title: '表单编码',
      nameTitle: '表单',
      kind: 'list',
      required: true,
      limit: 60,
      hint: '已发布的表单，最多 20 个；使用导入时的最新版。顺序在事项中调整。',
      example: 'street-stall、applicant',
    },
    {
      key: 'titleFields',
      title: '标题字段',
      kind: 'list',
      limit: 64,
      hint: '字段标识，最多 10 个；第一个已填写的成为办件标题的一部分。顺序在事项中调整。',
      example: 'place',
    },
    {
      key: 'serveTypes',
      title: '收件方式',
      kind: 'list',
      required: true,
      choices: Object.values(serviceTypeLabel),
      hint: '第一个是默认方式，顺序在事项中调整。',
      example: Object.values(serviceTypeLabel).slice(0, 2).join('、'),
    },
    {
      key: 'applicantWord',
      title: '称谓',
      kind: 'choice',
      choices: Object.values(ApplicantTerm),
      hint: '不填为申请人。',
      example: ApplicantTerm.applicant,
    },
    {
      key: 'duplicateCheck',
      title: '登记时查重',
      kind: 'choice',
      choices: yesOrNo,
      hint: '不填为否。',
      example: yesNo.yes,
    },
    {
      key: 'secondApproval',
      title: '二次审批',
      kind: 'choice',
      choices: yesOrNo,
      hint: '不填为否。',
      example: yesNo.no,
    },
    {
      key: 'ownMatter',
      title: '限登录人本人申请',
      kind: 'choice',
      choices: yesOrNo,
      hint: '不填为否。选是的，申请人取自登录用户，不能修改。',
      example: yesNo.no,
    },
    {
      key: 'summary',
      title: '简介',
      kind: 'text',
      required: true,
      limit: 500,
      hint: '一两句话，写成一行；指南、情形和扩展信息在事项中填写，导入时保持不变。',
      example: '临时占用道路摆摊经营的许可。',
    },
    {
      key: 'sortBy',
      title: '顺序',
      kind: 'number',
      max: 100_000,
      hint: '同一分类中数字小的排在前面；不填为 100。',
      example: '100',
    },
  ];
}

export const paperRequiredLabel = { yes: '必交', no: '可不交' } as const;
/** The group of materials that every applicant submits, whatever the situation. */
export const allApplicantsGroup = '全部';

export const paperColumns: readonly ImportColumn[] = [
  {
    key: 'taskCode',
    title: '事项编码',
    kind: 'code',
    required: true,
    hint: '关键列：已发布的事项。',
    example: 'street-stall',
  },
  {
    key: 'situation',
    title: '情形编码',
    kind: 'text',
    required: true,
    limit: 60,
    hint: `关键列：所有人均须提交的填“${allApplicantsGroup}”；仅特定情形须提交的，填该情形的编码。`,
    example: allApplicantsGroup,
  },
  {
    key: 'name',
    title: '材料名称',
    kind: 'text',
    required: true,
    limit: 100,
    hint: '关键列：名称或形式不同是另一项材料。表中没有的材料保持不变；要删除或调整顺序，请在事项中操作。',
    example: '身份证件',
  },
  {
    key: 'form',
    title: '形式',
    kind: 'choice',
    required: true,
    choices: Object.values(paperFormLabel),
    hint: '关键列。',
    example: paperFormLabel.copy,
  },
  {
    key: 'copies',
    title: '份数',
    kind: 'number',
    min: 1,
    max: situationLimits.copies,
    hint: '不填为 1。',
    example: '1',
  },
  {
    key: 'required',
    title: '要求',
    kind: 'choice',
    choices: Object.values(paperRequiredLabel),
    hint: '不填为必交。',
    example: paperRequiredLabel.yes,
  },
  {
    key: 'note',
    title: '说明',
    kind: 'text',
    limit: 200,
    hint: '在材料清单中显示。',
    example: '核对原件',
  },
];
