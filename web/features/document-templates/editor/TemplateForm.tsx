import { Checkbox, Input, Radio } from 'antd';
import { type ReactNode, useId } from 'react';
import type { DocumentLayout } from '#domain/documents/document-model.ts';
import type { DocumentTemplate } from '#domain/documents/document-template.ts';
import { documentNameLimits, type ItemDocument } from '#domain/documents/item-document.ts';
import { BodyBlocks } from './BodyBlocks.tsx';
import { useEditorContext } from './editor-context.ts';
import { GenerationRulesPart } from './GenerationRulesPart.tsx';
import { PlaceholderText, Problems } from './PlaceholderText.tsx';
import { TextLines } from './TextLines.tsx';
import styles from './template-form.module.css';

export const layoutLabel: Record<DocumentLayout, string> = {
  official: '公文',
  letter: '便函',
  sheet: '办件单',
};

const layoutHint: Record<DocumentLayout, string> = {
  official: '红头，按 GB/T 9704 的版式',
  letter: '信函格式，每页一份',
  sheet: '表格，与打印办件单相同',
};

interface PartProps {
  template: DocumentTemplate;
  set: (change: Partial<DocumentTemplate>) => void;
}

/**
 * Edits the parts of a template from head to foot; their placeholders are filled when the document is made.
 */
export function TemplateForm(props: { document: ItemDocument; onChange: (document: ItemDocument) => void }) {
  const { document, onChange } = props;
  const { template } = document;
  const set = (change: Partial<DocumentTemplate>) =>
    onChange({ ...document, template: withoutEmpty({ ...template, ...change }) });
  const parts = { template, set };
  return (
    <div className={styles.form}>
      <Section title="基本">
        <Basics {...parts} />
      </Section>
      <Section title="版头和标题">
        <Head {...parts} />
      </Section>
      <Section title="正文">
        <BodyBlocks body={template.body} onChange={(body) => set({ body })} />
      </Section>
      <Section title={template.look === 'sheet' ? '页脚' : '落款和版记'}>
        <End {...parts} />
      </Section>
      <Section title="何时生成">
        <GenerationRulesPart rules={document} onChange={(rules) => onChange({ template, ...rules })} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Basics({ template, set }: PartProps) {
  const id = useId();
  const { problemsAt } = useEditorContext();
  return (
    <>
      <div className={styles.row} data-part="template.name">
        <label htmlFor={`${id}-name`} className={styles.rowLabel} data-required>
          名称
        </label>
        <Input
          id={`${id}-name`}
          aria-required
          maxLength={documentNameLimits.name}
          value={template.name}
          onChange={({ target }) => set({ name: target.value })}
        />
      </div>
      <Problems texts={[...problemsAt('template.name'), ...problemsAt('template.code')]} />
      <div className={styles.row}>
        <span id={`${id}-look`} className={styles.rowLabel}>
          版式
        </span>
        <Radio.Group
          aria-labelledby={`${id}-look`}
          value={template.look}
          onChange={({ target }) => set({ look: target.value as DocumentLayout })}
        >
          {Object.entries(layoutLabel).map(([value, label]) => (
            <Radio key={value} value={value}>
              {label}
            </Radio>
          ))}
        </Radio.Group>
        <small>{layoutHint[template.look]}</small>
      </div>
      <div className={styles.row} data-part="template.numbering">
        <label htmlFor={`${id}-numbering`} className={styles.rowLabel}>
          文号字头
        </label>
        <Input
          id={`${id}-numbering`}
          className={styles.short}
          maxLength={documentNameLimits.series}
          placeholder="没有文号"
          value={template.numbering ?? ''}
          onChange={({ target }) => set({ numbering: target.value })}
        />
        <small>
          {template.numbering ? `如 ${template.numbering}〔2026〕1号` : '填写后自动编号，如“淳信访答”'}
        </small>
      </div>
      <Problems texts={problemsAt('template.numbering')} />
      <p className={styles.checks}>
        <Checkbox
          checked={template.sealed === true}
          onChange={({ target }) => set({ sealed: target.checked })}
        >
          盖章
        </Checkbox>
        <Checkbox
          checked={template.verified === true}
          onChange={({ target }) => set({ verified: target.checked })}
        >
          印核验二维码
        </Checkbox>
        <Checkbox
          checked={template.sensitive === 'clear'}
          onChange={({ target }) => set({ sensitive: target.checked ? 'clear' : 'masked' })}
        >
          完整显示证件号码和电话
        </Checkbox>
      </p>
    </>
  );
}

const headParts = [
  ['copyNumber', '份号'],
  ['secrecy', '密级和保密期限'],
  ['urgency', '紧急程度'],
  ['signatory', '签发人'],
] as const;

function Head({ template, set }: PartProps) {
  const { head = {}, headLine = [], look: layout } = template;
  const setHead = (name: string, text: string) => set({ head: { ...head, [name]: text } });
  // A part that the layout does not have is shown while it has content, so that nothing is hidden.
  const visibleParts = headParts.filter(([name]) => layout === 'official' || head[name]);
  return (
    <>
      <PlaceholderText
        label="发文机关"
        field="template.head.issuer"
        value={head.issuer ?? ''}
        onChange={(text) => setHead('issuer', text)}
      />
      {visibleParts.map(([name, label]) => (
        <PlaceholderText
          key={name}
          label={label}
          field={`template.head.${name}`}
          value={head[name] ?? ''}
          placeholder="没有"
          onChange={(text) => setHead(name, text)}
        />
      ))}
      <PlaceholderText
        label="标题"
        field="template.title"
        value={template.title}
        onChange={(title) => set({ title })}
      />
      {(layout === 'sheet' || headLine.length > 0) && <HeadLine headLine={headLine} set={set} />}
      {(layout !== 'sheet' || template.addressee !== undefined) && (
        <PlaceholderText
          label="主送"
          field="template.addressee"
          value={template.addressee ?? ''}
          placeholder="没有"
          onChange={(addressee) => set({ addressee })}
        />
      )}
    </>
  );
}

/** Maximum number of entries in the line under the title. */
const maxInLine = 4;

function HeadLine(props: { headLine: NonNullable<DocumentTemplate['headLine']>; set: PartProps['set'] }) {
  const { headLine, set } = props;
  const lines = [...headLine, ...(headLine.length < maxInLine ? [{ label: '', value: '' }] : [])];
  const replace = (index: number, part: { label: string; value: string }) =>
    set({ headLine: lines.with(index, part).filter(({ label, value }) => label !== '' || value !== '') });
  return (
    <div className={styles.lines}>
      <span className={styles.label}>标题下一行</span>
      {lines.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identified only by their index
        <div key={index} className={styles.row}>
          <PlaceholderText
            isLabelHidden
            label={`标题下栏名 ${index + 1}`}
            placeholder="栏名"
            value={part.label}
            onChange={(label) => replace(index, { ...part, label })}
          />
          <PlaceholderText
            isLabelHidden
            label={`标题下内容 ${index + 1}`}
            field={`template.headLine[${index}]`}
            placeholder="内容"
            value={part.value}
            onChange={(value) => replace(index, { ...part, value })}
          />
        </div>
      ))}
    </div>
  );
}

const footParts = [
  ['maker', '制表人'],
  ['time', '时间'],
  ['remark', '说明'],
] as const;

function End({ template, set }: PartProps) {
  const { look: layout, foot = {} } = template;
  const isSheet = layout === 'sheet';
  const text = (name: 'date' | 'note' | 'copies' | 'printer', label: string, hint?: string) => (
    <PlaceholderText
      label={label}
      field={`template.${name}`}
      value={template[name] ?? ''}
      placeholder="没有"
      {...(hint !== undefined && { hint })}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <>
      {(!isSheet || template.attachments !== undefined) && (
        <TextLines
          label="附件说明"
          field="template.attachments"
          lines={template.attachments ?? []}
          onChange={(attachments) => set({ attachments })}
        />
      )}
      {(!isSheet || template.signature !== undefined) && (
        <TextLines
          label="署名"
          field="template.signature"
          lines={template.signature ?? []}
          onChange={(signature) => set({ signature })}
        />
      )}
      {(!isSheet || template.date) && text('date', '成文日期', '自动写成“2026年11月23日”')}
      {(!isSheet || template.note) && text('note', '附注', '印在括号内，如联系人和电话')}
      {(layout === 'official' || template.copies) && text('copies', '抄送')}
      {(layout === 'official' || template.printer) && text('printer', '印发机关')}
      {(isSheet || Object.values(foot).some((value) => value !== '')) &&
        footParts.map(([name, label]) => (
          <PlaceholderText
            key={name}
            label={label}
            field={`template.foot.${name}`}
            value={foot[name] ?? ''}
            onChange={(value) => set({ foot: { ...foot, [name]: value } })}
          />
        ))}
    </>
  );
}

/** Returns the template without empty parts; parts that every template has stay. */
function withoutEmpty(template: DocumentTemplate): DocumentTemplate {
  const requiredParts = ['code', 'name', 'look', 'title', 'body'];
  const isEmpty = (value: unknown): boolean =>
    value === '' ||
    value === undefined ||
    value === false ||
    value === 'masked' ||
    (Array.isArray(value)
      ? value.length === 0
      : typeof value === 'object' && Object.values(value ?? {}).every(isEmpty));
  return Object.fromEntries(
    Object.entries(template).filter(([name, value]) => requiredParts.includes(name) || !isEmpty(value)),
  ) as unknown as DocumentTemplate;
}
