import { DeleteOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState } from 'react';
import type { TemplateBlock } from '#domain/documents/document-template.ts';
import { opinionBlock } from '#domain/documents/initial-template.ts';
import { BlockFields } from './BlockFields.tsx';
import { ConditionEditor } from './ConditionEditor.tsx';
import { useEditorContext } from './editor-context.ts';
import { Problems } from './PlaceholderText.tsx';
import styles from './template-form.module.css';

const kindLabel: Record<TemplateBlock['kind'], string> = {
  text: '段落',
  heading: '小标题',
  fields: '栏目',
  table: '表格',
  opinion: '意见',
};

/** Initial content of new blocks. */
const initialBlocks: readonly TemplateBlock[] = [
  { kind: 'text', text: '' },
  { kind: 'heading', level: 1, text: '' },
  { kind: 'fields', rows: [{ label: '', value: '' }] },
  { kind: 'table', rows: '', columns: [{ title: '', share: 1, cell: '' }] },
  opinionBlock,
];

/** Edits 正文: its parts in order, each with its condition and the list that repeats it. */
export function BodyBlocks(props: {
  body: readonly TemplateBlock[];
  onChange: (body: readonly TemplateBlock[]) => void;
}) {
  const { body, onChange } = props;
  // A block has the same editor after a move, so that its open state and input stay with it.
  const [keys, setKeys] = useState<readonly number[]>(() => body.map((_block, index) => index));
  const blockKeys = keys.length === body.length ? keys : body.map((_block, index) => index);
  const change = (blocks: readonly TemplateBlock[], newKeys: readonly number[]) => {
    setKeys(newKeys);
    onChange(blocks);
  };
  const swap = (index: number) => {
    const swapPair = <T,>(list: readonly T[]) =>
      list.toSpliced(index, 2, ...list.slice(index, index + 2).reverse());
    change(swapPair(body), swapPair(blockKeys));
  };
  return (
    <div className={styles.blocks}>
      {body.map((block, index) => (
        <Block
          key={blockKeys[index]}
          block={block}
          index={index}
          isLast={index === body.length - 1}
          onChange={(newBlock) => change(body.with(index, newBlock), blockKeys)}
          onUp={() => swap(index - 1)}
          onDown={() => swap(index)}
          onRemove={() => change(body.toSpliced(index, 1), blockKeys.toSpliced(index, 1))}
        />
      ))}
      <p className={styles.adds}>
        添加：
        {initialBlocks.map((block) => (
          <Button
            key={block.kind}
            size="small"
            aria-label={`添加${kindLabel[block.kind]}`}
            onClick={() => change([...body, block], [...blockKeys, Math.max(-1, ...blockKeys) + 1])}
          >
            {kindLabel[block.kind]}
          </Button>
        ))}
      </p>
    </div>
  );
}

function Block(props: {
  block: TemplateBlock;
  index: number;
  isLast: boolean;
  onChange: (block: TemplateBlock) => void;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
}) {
  const { block, index, isLast, onChange, onUp, onDown, onRemove } = props;
  const { facts, problemsAt } = useEditorContext();
  const field = `template.body[${index}]`;
  const name = `第 ${index + 1} 段`;
  const problems = problemsAt(field);
  const setRepeatedList = (list: string | undefined) => {
    const { each: _each, ...rest } = block;
    onChange((list === undefined ? rest : { ...rest, each: list }) as TemplateBlock);
  };
  return (
    <section
      className={styles.block}
      data-part={field}
      data-faulty={problems.length > 0 || undefined}
      aria-label={name}
    >
      <header>
        <span>
          {index + 1} {kindLabel[block.kind]}
        </span>
        <Button
          type="text"
          size="small"
          icon={<UpOutlined aria-hidden />}
          aria-label={`上移${name}`}
          disabled={index === 0}
          onClick={onUp}
        />
        <Button
          type="text"
          size="small"
          icon={<DownOutlined aria-hidden />}
          aria-label={`下移${name}`}
          disabled={isLast}
          onClick={onDown}
        />
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`删除${name}`}
          onClick={onRemove}
        />
      </header>
      <BlockFields block={block} onChange={onChange} />
      <Problems texts={problems} />
      <footer>
        <ConditionEditor
          label={`${name}显示条件`}
          value={block.when}
          listPath={block.each}
          onChange={(when) => {
            const { when: _when, ...rest } = block;
            onChange((when === undefined ? rest : { ...rest, when }) as TemplateBlock);
          }}
        />
        <span>
          重复：
          <Select
            aria-label={`${name}重复`}
            size="small"
            popupMatchSelectWidth={false}
            value={block.each ?? ''}
            options={[
              { value: '', label: '不重复' },
              ...facts.lists.map(({ path, label }) => ({ value: path, label: `“${label}”每项一次` })),
            ]}
            onChange={(list) => setRepeatedList(list === '' ? undefined : list)}
          />
        </span>
      </footer>
    </section>
  );
}
