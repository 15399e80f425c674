import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select } from 'antd';
import type { TemplateBlock } from '#domain/documents/document-template.ts';
import { MissingCase } from '#domain/missing-case.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { ConditionEditor } from './ConditionEditor.tsx';
import { useEditorContext } from './editor-context.ts';
import { PlaceholderText } from './PlaceholderText.tsx';
import styles from './template-form.module.css';

interface BlockProps<Kind extends TemplateBlock['kind']> {
  block: Extract<TemplateBlock, { kind: Kind }>;
  onChange: (block: TemplateBlock) => void;
}

/** Shows the fields of a part of the body, by its kind. */
export function BlockFields({
  block,
  onChange,
}: {
  block: TemplateBlock;
  onChange: (block: TemplateBlock) => void;
}) {
  switch (block.kind) {
    case 'text':
      return (
        <PlaceholderText
          isLabelHidden
          label="段落文字"
          value={block.text}
          listPath={block.each}
          placeholder="文字；要填入办件信息处，从右侧“可填内容”点选"
          onChange={(text) => onChange({ ...block, text })}
        />
      );
    case 'heading':
      return <Heading block={block} onChange={onChange} />;
    case 'fields':
      return <Rows block={block} onChange={onChange} />;
    case 'table':
      return <Table block={block} onChange={onChange} />;
    case 'opinion':
      return <Opinion block={block} onChange={onChange} />;
    default:
      throw new MissingCase(block satisfies never);
  }
}

function Heading({ block, onChange }: BlockProps<'heading'>) {
  return (
    <div className={styles.row}>
      <Select
        aria-label="层次"
        value={block.level}
        options={[
          { value: 1, label: '一、' },
          { value: 2, label: '（一）' },
          { value: 3, label: '1.' },
          { value: 4, label: '（1）' },
        ]}
        onChange={(level) => onChange({ ...block, level })}
      />
      <PlaceholderText
        isLabelHidden
        label="小标题文字"
        value={block.text}
        listPath={block.each}
        placeholder="连同序号一起写，如“一、基本情况”"
        onChange={(text) => onChange({ ...block, text })}
      />
    </div>
  );
}

function Rows({ block, onChange }: BlockProps<'fields'>) {
  const { rows } = block;
  return (
    <div className={styles.lines}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified only by their index
        <div key={index} className={styles.lines}>
          <div className={styles.row}>
            <PlaceholderText
              isLabelHidden
              label={`栏名 ${index + 1}`}
              value={row.label}
              listPath={block.each}
              placeholder="栏名"
              onChange={(label) => onChange({ ...block, rows: rows.with(index, { ...row, label }) })}
            />
            <PlaceholderText
              isLabelHidden
              label={`栏目内容 ${index + 1}`}
              value={row.value}
              listPath={block.each}
              placeholder="内容"
              onChange={(value) => onChange({ ...block, rows: rows.with(index, { ...row, value }) })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`删除栏目 ${index + 1}`}
              onClick={() => onChange({ ...block, rows: rows.toSpliced(index, 1) })}
            />
          </div>
          <ConditionEditor
            label={`栏目 ${index + 1} 显示条件`}
            value={row.when}
            listPath={block.each}
            onChange={(when) => {
              const { label, value } = row;
              const next = when === undefined ? { label, value } : { label, value, when };
              onChange({ ...block, rows: rows.with(index, next) });
            }}
          />
        </div>
      ))}
      <Button
        type="link"
        size="small"
        onClick={() => onChange({ ...block, rows: [...rows, { label: '', value: '' }] })}
      >
        添加栏目
      </Button>
    </div>
  );
}

function Table({ block, onChange }: BlockProps<'table'>) {
  const { facts } = useEditorContext();
  const { columns } = block;
  return (
    <div className={styles.lines}>
      <div className={styles.row}>
        <span>每行是</span>
        <Select
          aria-label="表格的行"
          className={styles.fact}
          placeholder="请选择列表"
          value={block.rows || null}
          options={facts.lists.map(({ path, label }) => ({ value: path, label: `“${label}”的一项` }))}
          popupMatchSelectWidth={false}
          onChange={(rows) => onChange({ ...block, rows: rows ?? '' })}
        />
        <PlaceholderText
          isLabelHidden
          label="表格名称"
          value={block.label ?? ''}
          listPath={block.each}
          placeholder="名称，只在办件单上显示"
          onChange={(label) => {
            const { label: _label, ...rest } = block;
            onChange(label === '' ? rest : { ...rest, label });
          }}
        />
      </div>
      {columns.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified only by their index
        <div key={index} className={joinClasses(styles.row, styles.column)}>
          <Input
            aria-label={`列名 ${index + 1}`}
            placeholder="列名"
            value={column.title}
            onChange={({ target }) =>
              onChange({ ...block, columns: columns.with(index, { ...column, title: target.value }) })
            }
          />
          <InputNumber
            aria-label={`列宽 ${index + 1}`}
            title="列宽：与其他列的比例"
            className={styles.columnWidth}
            min={0}
            max={1000}
            value={column.share}
            onChange={(share) =>
              onChange({ ...block, columns: columns.with(index, { ...column, share: share ?? 0 }) })
            }
          />
          <PlaceholderText
            isLabelHidden
            label={`单元格 ${index + 1}`}
            value={column.cell}
            listPath={block.rows}
            placeholder="内容，如 {{本项.名称}}"
            onChange={(cell) => onChange({ ...block, columns: columns.with(index, { ...column, cell }) })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除列 ${index + 1}`}
            onClick={() => onChange({ ...block, columns: columns.toSpliced(index, 1) })}
          />
        </div>
      ))}
      <Button
        type="link"
        size="small"
        onClick={() => onChange({ ...block, columns: [...columns, { title: '', share: 1, cell: '' }] })}
      >
        添加列
      </Button>
    </div>
  );
}

function Opinion({ block, onChange }: BlockProps<'opinion'>) {
  const parts = [
    ['label', '栏名'],
    ['text', '意见'],
    ['unit', '单位'],
    ['person', '签名'],
    ['time', '时间'],
  ] as const;
  return (
    <div className={styles.lines}>
      {parts.map(([name, label]) => (
        <PlaceholderText
          key={name}
          label={label}
          value={block[name]}
          listPath={block.each}
          onChange={(text) => onChange({ ...block, [name]: text })}
        />
      ))}
    </div>
  );
}
