import { hasCode } from './code-list.ts';

/** Components that draw a form field (S2 Enumerations and §3; the codes are ours). */
export const FormComponent = {
  singleLine: 'single-line',
  textarea: 'textarea',
  richText: 'rich-text',
  heading: 'heading',
  divider: 'divider',
  number: 'number',
  switch: 'switch',
  radio: 'radio',
  checkbox: 'checkbox',
  select: 'select',
  treeSelect: 'tree-select',
  cascaderSelect: 'cascader-select',
  date: 'date',
  dateRange: 'date-range',
  time: 'time',
  slider: 'slider',
  rating: 'rating',
  nation: 'nation',
  region: 'region',
  organisation: 'organisation',
  upload: 'upload',
  imageUpload: 'image-upload',
  password: 'password',
  array: 'array',
  object: 'object',
  subForm: 'sub-form',
  table: 'table',
} as const;
export type FormComponent = (typeof FormComponent)[keyof typeof FormComponent];

export const formComponentLabel: Record<FormComponent, string> = {
  [FormComponent.singleLine]: '单行文本',
  [FormComponent.textarea]: '多行文本',
  [FormComponent.richText]: '富文本',
  [FormComponent.heading]: '标题',
  [FormComponent.divider]: '分隔线',
  [FormComponent.number]: '数字',
  [FormComponent.switch]: '开关',
  [FormComponent.radio]: '单选框',
  [FormComponent.checkbox]: '复选框',
  [FormComponent.select]: '下拉选择',
  [FormComponent.treeSelect]: '树形选择',
  [FormComponent.cascaderSelect]: '级联选择',
  [FormComponent.date]: '日期',
  [FormComponent.dateRange]: '日期范围',
  [FormComponent.time]: '时间',
  [FormComponent.slider]: '滑块',
  [FormComponent.rating]: '评分',
  [FormComponent.nation]: '民族',
  [FormComponent.region]: '行政区划',
  [FormComponent.organisation]: '组织机构',
  [FormComponent.upload]: '附件上传',
  [FormComponent.imageUpload]: '图片上传',
  [FormComponent.password]: '密码',
  [FormComponent.array]: '自增列表',
  [FormComponent.object]: '对象',
  [FormComponent.subForm]: '子表单',
  [FormComponent.table]: '表格',
};

export function isFormComponent(value: unknown): value is FormComponent {
  return hasCode(FormComponent, value);
}
