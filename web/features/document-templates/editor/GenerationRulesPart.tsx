import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import { useId } from 'react';
import {
  type ItemDocument,
  type ManualGeneration,
  maxRefusalMessageLength,
} from '#domain/documents/item-document.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { ConditionEditor } from './ConditionEditor.tsx';
import { useEditorContext } from './editor-context.ts';
import { Problems } from './PlaceholderText.tsx';
import styles from './template-form.module.css';

type GenerationRules = Pick<ItemDocument, 'places' | 'byHand'>;

/**
 * Edits 何时生成: the buttons that make the document, and the nodes at which 生成 can make it (decisions 0155, 0160).
 */
export function GenerationRulesPart({
  rules,
  onChange,
}: {
  rules: GenerationRules;
  onChange: (rules: GenerationRules) => void;
}) {
  const { places, byHand } = rules;
  const { facts, problemsAt } = useEditorContext();
  const keyOf = ({ nodeId, buttonId }: { nodeId: string; buttonId: string }) => `${nodeId} ${buttonId}`;
  const buttons = facts.buttons.map((button) => ({
    value: keyOf(button),
    label: `${button.nodeName} · ${button.buttonName}`,
  }));
  const [first] = facts.buttons;
  return (
    <div className={styles.lines}>
      <span className={styles.label}>按钮生成</span>
      {places.length === 0 && <p className={styles.quiet}>没有按钮生成这份文书。</p>}
      {places.map((place, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places are identified only by their position
        <div key={index} className={styles.block} data-part={`places[${index}]`}>
          <div className={styles.row}>
            <NameSelect
              aria-label={`按钮 ${index + 1}`}
              className={styles.fact}
              popupMatchSelectWidth={false}
              value={keyOf(place)}
              options={buttons}
              onChange={(key) => {
                const [nodeId = '', buttonId = ''] = key.split(' ');
                onChange({ ...rules, places: places.with(index, { ...place, nodeId, buttonId }) });
              }}
            />
            <span>时生成</span>
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`删除按钮 ${index + 1}`}
              onClick={() => onChange({ ...rules, places: places.toSpliced(index, 1) })}
            />
          </div>
          <ConditionEditor
            label="生成条件"
            textWithoutCondition="不限"
            value={place.when}
            onChange={(when) => {
              const { nodeId, buttonId } = place;
              const next = when === undefined ? { nodeId, buttonId } : { nodeId, buttonId, when };
              onChange({ ...rules, places: places.with(index, next) });
            }}
          />
          <Problems texts={problemsAt(`places[${index}]`)} />
        </div>
      ))}
      <Button
        type="link"
        size="small"
        disabled={first === undefined}
        onClick={() =>
          first &&
          onChange({ ...rules, places: [...places, { nodeId: first.nodeId, buttonId: first.buttonId }] })
        }
      >
        添加按钮
      </Button>
      <ManualGenerationFields
        byHand={byHand}
        hasButton={places.length > 0}
        onChange={(next) => {
          const { byHand: _byHand, ...rest } = rules;
          onChange(next === undefined ? rest : { ...rest, byHand: next });
        }}
      />
    </div>
  );
}

function ManualGenerationFields(props: {
  byHand: ManualGeneration | undefined;
  hasButton: boolean;
  onChange: (byHand: ManualGeneration | undefined) => void;
}) {
  const { byHand, hasButton, onChange } = props;
  const id = useId();
  const { facts, problemsAt } = useEditorContext();
  const change = (next: ManualGeneration) =>
    onChange(
      Object.fromEntries(
        Object.entries(next).filter(
          ([, value]) => value !== undefined && value !== '' && String(value) !== '',
        ),
      ) as ManualGeneration,
    );
  return (
    <div className={styles.lines} data-part="byHand">
      <span className={styles.label}>手工生成</span>
      <p className={styles.quiet}>
        {byHand === undefined &&
          (hasButton ? '不能手工生成，只由上面的按钮生成。' : '随时可以在办件的“文书”页手工生成。')}
      </p>
      <Checkbox
        checked={byHand !== undefined}
        onChange={({ target }) => onChange(target.checked ? {} : undefined)}
      >
        {hasButton ? '也可以手工生成' : '限定何时可以手工生成'}
      </Checkbox>
      {byHand !== undefined && (
        <div className={styles.block}>
          <div className={styles.row}>
            <span>在环节</span>
            <NameSelect
              aria-label="可以手工生成的环节"
              className={styles.fact}
              mode="multiple"
              placeholder="所有环节"
              popupMatchSelectWidth={false}
              value={[...(byHand.nodeIds ?? [])]}
              options={facts.nodes.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(nodeIds: string[]) => {
                const { nodeIds: _nodeIds, ...rest } = byHand;
                change(nodeIds.length === 0 ? rest : { ...rest, nodeIds });
              }}
            />
          </div>
          <ConditionEditor
            label="手工生成条件"
            textWithoutCondition="不限"
            value={byHand.when}
            onChange={(when) => {
              const { when: _when, ...rest } = byHand;
              change(when === undefined ? rest : { ...rest, when });
            }}
          />
          <div className={styles.row}>
            <label htmlFor={id}>不能生成时提示</label>
            <Input
              id={id}
              maxLength={maxRefusalMessageLength}
              placeholder="如“受理后可以生成”"
              value={byHand.otherwise ?? ''}
              onChange={({ target }) => change({ ...byHand, otherwise: target.value })}
            />
          </div>
        </div>
      )}
      <Problems texts={problemsAt('byHand')} />
    </div>
  );
}
