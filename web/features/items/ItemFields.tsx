import { Checkbox, Input, InputNumber, Radio, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { ItemExtras, ItemSettings } from '#contract/item-settings.ts';
import type { items } from '#contract/items.ts';
import { ApplicantWord } from '#domain/applicants/applicant-word.ts';
import { ServiceType, serviceTypeLabel } from '#domain/enumerations/service-type.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import styles from './items.module.css';

interface FieldsProps {
  settings: ItemSettings;
  choices: OutputOf<typeof items.choices>;
  problems: readonly Problem[];
  onChange: (change: Partial<ItemSettings>) => void;
}

/** Everything that is said of an item, from what it is called to what few of them have. */
export function ItemFields(props: FieldsProps & { onFaultyText: (isFaulty: boolean) => void }) {
  return (
    <>
      <Basics {...props} />
      <Handling {...props} />
      <Words {...props} />
      <Extras {...props} />
    </>
  );
}

function Field(props: {
  id: string;
  label: string;
  problems: readonly Problem[];
  hint?: string;
  children: ReactNode;
}) {
  const { id, label, problems, hint, children } = props;
  const own = problems.filter(({ field }) => field.split(/[.[]/)[0] === id);
  return (
    <>
      <label htmlFor={`item-${id}`}>{label}</label>
      <div data-faulty={own.length > 0 || undefined}>
        {children}
        {hint && <small className={styles.quiet}>{hint}</small>}
        {own.map(({ message }) => (
          <small key={message} className={styles.fault}>
            {message}
          </small>
        ))}
      </div>
    </>
  );
}

function Basics({ settings, choices, problems, onChange }: FieldsProps) {
  return (
    <Card title="基本信息">
      <div className={styles.fields}>
        <Field id="name" label="事项名称" problems={problems}>
          <Input
            id="item-name"
            maxLength={100}
            value={settings.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </Field>
        <Field
          id="categoryId"
          label="分类"
          problems={problems}
          hint={choices.categories.length === 0 ? '还没有分类，请先在事项列表的“分类”中添加' : ''}
        >
          <Select
            id="item-categoryId"
            className={styles.short ?? ''}
            placeholder="请选择"
            value={settings.categoryId || null}
            options={choices.categories.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(categoryId) => onChange({ categoryId: categoryId ?? '' })}
          />
        </Field>
        <Field id="orgId" label="受理机构" problems={problems} hint="办件的区划和文号随受理机构">
          <Select
            id="item-orgId"
            className={styles.wide ?? ''}
            showSearch
            optionFilterProp="label"
            placeholder="请选择"
            value={settings.orgId || null}
            options={choices.organisations.map(({ id, name, areaName }) => ({
              value: id,
              label: areaName ? `${name}（${areaName}）` : name,
            }))}
            onChange={(orgId) => onChange({ orgId: orgId ?? '' })}
          />
        </Field>
        <Field id="sortBy" label="目录次序" problems={problems}>
          <InputNumber
            id="item-sortBy"
            min={0}
            max={100_000}
            precision={0}
            value={settings.sortBy}
            onChange={(sortBy) => onChange({ sortBy: sortBy ?? 0 })}
          />
        </Field>
      </div>
    </Card>
  );
}

function Handling({ settings, choices, problems, onChange }: FieldsProps) {
  const fields = choices.forms
    .filter(({ code }) => settings.formCodes.includes(code))
    .flatMap((form) => form.fields);
  return (
    <Card title="办理">
      <div className={styles.fields}>
        <Field id="processKey" label="流程" problems={problems} hint="使用发布时的最新版">
          <Select
            id="item-processKey"
            className={styles.wide ?? ''}
            showSearch
            optionFilterProp="label"
            placeholder="请选择"
            value={settings.processKey || null}
            options={choices.processes.map(({ key, name, version }) => ({
              value: key,
              label: `${name}（第 ${version} 版）`,
            }))}
            onChange={(processKey) => onChange({ processKey: processKey ?? '' })}
          />
        </Field>
        <Field id="formCodes" label="表单" problems={problems}>
          <Select
            id="item-formCodes"
            className={styles.wide ?? ''}
            mode="multiple"
            optionFilterProp="label"
            placeholder="请选择"
            value={settings.formCodes}
            options={choices.forms.map(({ code, name, version }) => ({
              value: code,
              label: `${name}（第 ${version} 版）`,
            }))}
            onChange={(formCodes) => onChange({ formCodes })}
          />
        </Field>
        <Field
          id="titleFields"
          label="办件标题"
          problems={problems}
          hint="第一个已填写的字段成为标题的一部分"
        >
          <Select
            id="item-titleFields"
            className={styles.wide ?? ''}
            mode="multiple"
            optionFilterProp="label"
            placeholder="选择字段"
            value={settings.titleFields}
            options={fields.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(titleFields) => onChange({ titleFields })}
          />
        </Field>
        <Field id="serveTypes" label="收件方式" problems={problems} hint="第一个是默认方式">
          <Select
            id="item-serveTypes"
            className={styles.wide ?? ''}
            mode="multiple"
            value={settings.serveTypes}
            options={Object.values(ServiceType).map((type) => ({
              value: type,
              label: serviceTypeLabel[type],
            }))}
            onChange={(serveTypes) => onChange({ serveTypes })}
          />
        </Field>
        <Field id="applicantWord" label="称谓" problems={problems}>
          <Radio.Group
            aria-label="称谓"
            value={settings.applicantWord}
            onChange={({ target }) => onChange({ applicantWord: target.value as ApplicantWord })}
          >
            {Object.values(ApplicantWord).map((word) => (
              <Radio key={word} value={word}>
                {word}
              </Radio>
            ))}
          </Radio.Group>
        </Field>
        <Field id="duplicateCheck" label="其他" problems={problems}>
          <Checkbox
            checked={settings.duplicateCheck}
            onChange={({ target }) => onChange({ duplicateCheck: target.checked })}
          >
            登记时查重
          </Checkbox>
          <Checkbox
            checked={settings.secondApproval}
            onChange={({ target }) => onChange({ secondApproval: target.checked })}
          >
            二次审批
          </Checkbox>
        </Field>
      </div>
    </Card>
  );
}

function Words({ settings, problems, onChange }: FieldsProps) {
  return (
    <Card title="办事指南">
      <div className={styles.fields}>
        <Field id="summary" label="简介" problems={problems}>
          <Input.TextArea
            id="item-summary"
            rows={2}
            maxLength={500}
            placeholder="一两句话，显示在新建办件的目录中"
            value={settings.summary}
            onChange={({ target }) => onChange({ summary: target.value })}
          />
        </Field>
        <Field id="guide" label="指南" problems={problems} hint="文字按行显示；也可以粘贴 HTML">
          <Input.TextArea
            id="item-guide"
            rows={6}
            maxLength={50_000}
            value={settings.guide}
            onChange={({ target }) => onChange({ guide: target.value })}
          />
        </Field>
      </div>
    </Card>
  );
}

/** What few items have, as one text. */
function Extras({
  settings,
  problems,
  onChange,
  onFaultyText,
}: FieldsProps & { onFaultyText: (isFaulty: boolean) => void }) {
  const { extFields, petitionFields, traceSource, papers, situations } = settings;
  const [text, setText] = useState(() =>
    JSON.stringify({ papers, situations, extFields, petitionFields, traceSource }, null, 2),
  );
  const [fault, setFault] = useState<string>();
  const type = (typed: string) => {
    setText(typed);
    const read = readExtras(typed);
    const wrong = 'fault' in read ? read.fault : undefined;
    setFault(wrong);
    onFaultyText(wrong !== undefined);
    if ('extras' in read) onChange(read.extras);
  };
  const own = problems.filter(({ field }) => Object.keys(noExtras).some((name) => field.startsWith(name)));
  return (
    <Card title="材料、情形和扩展信息（JSON）">
      <div className={styles.fields}>
        <Field
          id="extras"
          label="内容"
          problems={[...own, ...(fault ? [{ field: 'extras', message: fault }] : [])].map((each) => ({
            ...each,
            field: 'extras',
          }))}
          hint="papers 材料、situations 情形、extFields 扩展信息、petitionFields 历史信访、traceSource 外部轨迹；没有的留空"
        >
          <Input.TextArea
            id="item-extras"
            rows={8}
            spellCheck={false}
            value={text}
            onChange={({ target }) => type(target.value)}
          />
        </Field>
      </div>
    </Card>
  );
}

/** What of the text the server can look at; whether it has the right shape is the server's to say. */
function readExtras(text: string): { extras: ItemExtras } | { fault: string } {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return { fault: '应为一个对象' };
    const unknown = Object.keys(read).filter((key) => !Object.hasOwn(noExtras, key));
    if (unknown.length > 0) return { fault: `没有这样的内容：${unknown.join('、')}` };
    return { extras: { ...noExtras, ...read } };
  } catch {
    return { fault: '不是有效的 JSON' };
  }
}

const noExtras: ItemExtras = {
  extFields: [],
  petitionFields: null,
  traceSource: null,
  papers: [],
  situations: [],
};
