import { Checkbox, Input, InputNumber, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { ServiceType, serviceTypeLabel } from '#domain/enumerations/service-type.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { SectionIndex } from '#web/toolkit/form/SectionIndex.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { EditCategoriesButton } from './EditCategoriesButton.tsx';
import { ExtFieldRows } from './ExtFieldRows.tsx';
import { type FieldsProps, ItemField } from './ItemField.tsx';
import styles from './items.module.css';
import { PaperRows } from './PaperRows.tsx';
import { PetitionPart } from './PetitionPart.tsx';
import { RecordSettingsPart } from './RecordSettingsPart.tsx';
import { Situations } from './Situations.tsx';
import { SupervisionPart } from './SupervisionPart.tsx';
import { TracePart } from './TracePart.tsx';

const parts = [
  ['basics', '基本信息'],
  ['handling', '办理'],
  ['texts', '办事指南'],
  ['papers', '申请材料'],
  ['situations', '情形'],
  ['records', '办件记录'],
  ['supervision', '时限提醒'],
  ['extFields', '扩展信息'],
  ['petition', '历史信访'],
  ['trace', '外部轨迹'],
].map(([id, title = '']) => ({ id: `item-part-${id}`, title }));
const versionsPart = { id: 'item-part-versions', title: '版本' };

/** Edits all settings of an item, from its name to the rarely used ones. */
export function ItemFields(
  props: FieldsProps & {
    /** Index of the edited situation. */
    situation: number;
    onSituation: (index: number) => void;
    /** The versions of a published item, below the settings. */
    children?: ReactNode;
  },
) {
  return (
    <div className={styles.parts}>
      <div className={styles.cards}>
        <Basics {...props} />
        <Handling {...props} />
        <TextFields {...props} />
        <Papers {...props} />
        <Situations {...props} />
        <RecordSettingsPart {...props} />
        <SupervisionPart {...props} />
        <ExtFieldRows {...props} />
        <PetitionPart {...props} />
        <TracePart {...props} />
        {props.children}
      </div>
      <SectionIndex label="事项目录" sections={props.children ? [...parts, versionsPart] : parts} />
    </div>
  );
}

function Basics({ settings, choices, problems, onChange }: FieldsProps) {
  const organisationsByName = Map.groupBy(choices.organisations, ({ name }) => name);
  return (
    <Card id="item-part-basics" title="基本信息">
      <div className={styles.fields}>
        <ItemField required id="name" label="事项名称" problems={problems}>
          <Input
            id="item-name"
            aria-required
            maxLength={100}
            value={settings.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </ItemField>
        <ItemField
          required
          id="categoryId"
          label="分类"
          problems={problems}
          hint={choices.categories.length === 0 ? '还没有分类，请先在“维护分类”中添加' : ''}
        >
          <Select
            id="item-categoryId"
            aria-required
            className={styles.short ?? ''}
            placeholder="请选择"
            value={settings.categoryId || null}
            options={choices.categories.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(categoryId) => onChange({ categoryId: categoryId ?? '' })}
          />
          <EditCategoriesButton />
        </ItemField>
        <ItemField required id="orgId" label="受理机构" problems={problems} hint="办件的区划和文号随受理机构">
          <NameSelect
            id="item-orgId"
            aria-required
            className={styles.wide ?? ''}
            placeholder="请选择"
            value={settings.orgId || null}
            options={choices.organisations.map(({ id, name, areaName }) => ({
              value: id,
              label:
                areaName && (organisationsByName.get(name)?.length ?? 0) > 1
                  ? `${name}（${areaName}）`
                  : name,
            }))}
            onChange={(orgId) => onChange({ orgId: orgId ?? '' })}
          />
        </ItemField>
        <ItemField id="sortBy" label="顺序" problems={problems}>
          <InputNumber
            id="item-sortBy"
            min={0}
            max={100_000}
            precision={0}
            value={settings.sortBy}
            onChange={(sortBy) => onChange({ sortBy: sortBy ?? 0 })}
          />
        </ItemField>
      </div>
    </Card>
  );
}

/** Returns the text field that is called a title, else the first text field, else any field that can be one. */
function suggestTitleField(fields: FieldsProps['choices']['forms'][number]['fields']) {
  const possible = fields.filter(({ titles }) => titles);
  const texts = possible.filter(({ kind }) => kind === 'single-line' || kind === 'textarea');
  return texts.find(({ title }) => title.includes('标题')) ?? texts[0] ?? possible[0];
}

function Handling({ settings, choices, problems, onChange }: FieldsProps) {
  const isChosen = (code: string) => settings.formCodes.includes(code);
  const fields = choices.forms
    .filter(({ code }) => isChosen(code))
    .flatMap((form) => form.fields.filter(({ titles }) => titles));
  /** Title fields of forms that have been removed, which are still named. */
  const removedFields = choices.forms
    .filter(({ code }) => !isChosen(code))
    .flatMap((form) => form.fields)
    .filter(({ id }) => settings.titleFields.includes(id) && !fields.some((field) => field.id === id));
  /** Suggests the title of orders, if no field has been selected. */
  const titleOf = (formCodes: readonly string[]) => {
    const suggested = suggestTitleField(
      choices.forms.find(({ code }) => formCodes.includes(code))?.fields ?? [],
    );
    return settings.titleFields.length > 0 || !suggested ? {} : { titleFields: [suggested.id] };
  };
  /** Chooses a process with the forms that its steps use, which the item needs; they can still be changed. */
  const chooseProcess = (processKey: string | undefined) => {
    const formCodesOfProcess = choices.processes.find(({ key }) => key === processKey)?.formCodes ?? [];
    const availableCodes = formCodesOfProcess.filter((code) =>
      choices.forms.some((form) => form.code === code),
    );
    const formCodes = [...new Set([...settings.formCodes, ...availableCodes])];
    onChange({ processKey: processKey ?? '', formCodes, ...titleOf(formCodes) });
  };
  return (
    <Card id="item-part-handling" title="办理">
      <div className={styles.fields}>
        <ItemField required id="processKey" label="流程" problems={problems} hint="使用发布时的最新版">
          <NameSelect
            id="item-processKey"
            aria-required
            className={styles.wide ?? ''}
            placeholder="请选择"
            value={settings.processKey || null}
            options={choices.processes.map(({ key, name, version }) => ({
              value: key,
              label: `${name}（第 ${version} 版）`,
            }))}
            onChange={chooseProcess}
          />
        </ItemField>
        <ItemField required id="formCodes" label="表单" problems={problems}>
          <NameSelect
            id="item-formCodes"
            aria-required
            className={styles.wide ?? ''}
            mode="multiple"
            placeholder="请选择"
            value={settings.formCodes}
            options={choices.forms.map(({ code, name, version }) => ({
              value: code,
              label: `${name}（第 ${version} 版）`,
            }))}
            onChange={(formCodes) => onChange({ formCodes, ...titleOf(formCodes) })}
          />
        </ItemField>
        <ItemField
          required
          id="titleFields"
          label="办件标题"
          problems={problems}
          hint="第一个已填写的字段成为标题的一部分"
        >
          <NameSelect
            id="item-titleFields"
            aria-required
            className={styles.wide ?? ''}
            mode="multiple"
            placeholder="选择字段"
            value={settings.titleFields}
            options={[...fields, ...new Map(removedFields.map((field) => [field.id, field])).values()].map(
              ({ id, title }) => ({ value: id, label: title }),
            )}
            onChange={(titleFields) => onChange({ titleFields })}
          />
        </ItemField>
        <ItemField required id="serveTypes" label="收件方式" problems={problems} hint="第一个是默认方式">
          <NameSelect
            id="item-serveTypes"
            aria-required
            className={styles.wide ?? ''}
            mode="multiple"
            value={settings.serveTypes}
            options={Object.values(ServiceType).map((type) => ({
              value: type,
              label: serviceTypeLabel[type],
            }))}
            onChange={(serveTypes) => onChange({ serveTypes })}
          />
        </ItemField>
        <ItemField id="applicantWord" label="称谓" problems={problems}>
          <Radio.Group
            aria-label="称谓"
            value={settings.applicantWord}
            onChange={({ target }) => onChange({ applicantWord: target.value as ApplicantTerm })}
          >
            {Object.values(ApplicantTerm).map((term) => (
              <Radio key={term} value={term}>
                {term}
              </Radio>
            ))}
          </Radio.Group>
        </ItemField>
        <ItemField id="duplicateCheck" label="其他" problems={problems}>
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
          <Checkbox
            checked={settings.ownMatter}
            onChange={({ target }) => onChange({ ownMatter: target.checked })}
          >
            限登录人本人申请
          </Checkbox>
        </ItemField>
      </div>
    </Card>
  );
}

function TextFields({ settings, problems, onChange }: FieldsProps) {
  return (
    <Card id="item-part-texts" title="办事指南">
      <div className={styles.fields}>
        <ItemField wide required id="summary" label="简介" problems={problems}>
          <Input.TextArea
            id="item-summary"
            aria-required
            rows={2}
            maxLength={500}
            placeholder="一两句话，显示在新建办件的目录中"
            value={settings.summary}
            onChange={({ target }) => onChange({ summary: target.value })}
          />
        </ItemField>
        <ItemField wide id="guide" label="指南" problems={problems} hint="文字按行显示；也可以粘贴 HTML">
          <Input.TextArea
            id="item-guide"
            rows={6}
            maxLength={50_000}
            value={settings.guide}
            onChange={({ target }) => onChange({ guide: target.value })}
          />
        </ItemField>
      </div>
    </Card>
  );
}

/** Edits the materials that every applicant submits. */
function Papers({ settings, problems, onChange }: FieldsProps) {
  return (
    <Card id="item-part-papers" title="申请材料">
      <PaperRows
        papers={settings.papers}
        path="papers"
        problems={problems}
        emptyText="不要求材料。所有人都要交的材料写在这里，只有某种情形才交的写在情形中。"
        onChange={(papers) => onChange({ papers })}
      />
    </Card>
  );
}
