import { Checkbox } from 'antd';
import { useCallback, useRef } from 'react';
import { findKind } from '#domain/forms/kinds/kinds.ts';
import {
  type EffectName,
  effectsFor,
  nameOfEffect,
  ownValueField,
  withEffect,
} from '#domain/forms/linkage-editing.ts';
import { simpleEffectLabel } from '#domain/forms/linkage-text.ts';
import { type FieldModel, type FormValues, type LinkageEffect, optionsOf } from '#domain/forms/model.ts';
import { OptionLines } from '../OptionLines.tsx';
import styles from './linkage.module.css';
import { ValueFields } from './ValueFields.tsx';

const effectLabel: Readonly<Record<EffectName, string>> = {
  ...simpleEffectLabel,
  setValue: '填入',
  setOptions: '改变选项',
};

interface EffectFieldsProps {
  id: string;
  /** The field that has the rule. */
  field: FieldModel;
  effects: readonly LinkageEffect[];
  onChange: (effects: readonly LinkageEffect[]) => void;
}

/** Edits the effects of a rule of linkage: what happens to its field while the condition holds. */
export function EffectFields(props: EffectFieldsProps) {
  const { id, field, effects, onChange } = props;
  const names = [...new Set([...effectsFor(field), ...effects.map(nameOfEffect)])];
  const effectOf = (name: EffectName) => effects.find((effect) => nameOfEffect(effect) === name);
  const [set, options] = [effectOf('setValue'), effectOf('setOptions')];
  return (
    <fieldset className={styles.group}>
      <legend>效果</legend>
      <div className={styles.effects}>
        {names.map((name) => (
          <Checkbox
            key={name}
            checked={effectOf(name) !== undefined}
            onChange={({ target }) =>
              onChange(withEffect(effects, name, target.checked ? newEffect(name, field) : undefined))
            }
          >
            {effectLabel[name]}
          </Checkbox>
        ))}
      </div>
      {effectOf('show') !== undefined && <small className={styles.note}>条件不成立时隐藏本字段</small>}
      {set !== undefined && <SetValue {...props} effect={set} />}
      {options !== undefined && (
        <OptionLines
          id={`${id}-options`}
          label="改变后的选项"
          field={field}
          options={optionsOf(options) ?? []}
          onChange={(setOptions) => onChange(withEffect(effects, 'setOptions', { setOptions }))}
        />
      )}
    </fieldset>
  );
}

function newEffect(name: EffectName, field: FieldModel): LinkageEffect {
  if (name === 'setValue') return { setValue: findKind(ownValueField(field)['x-component'])?.empty ?? null };
  return name === 'setOptions' ? { setOptions: field.options ?? [] } : name;
}

function SetValue(props: EffectFieldsProps & { effect: LinkageEffect }) {
  const { field, effect } = props;
  const latest = useRef(props);
  latest.current = props;
  const change = useCallback(({ value }: FormValues) => {
    const { effects, onChange } = latest.current;
    onChange(withEffect(effects, 'setValue', { setValue: value }));
  }, []);
  const value = typeof effect === 'object' && 'setValue' in effect ? effect.setValue : undefined;
  return (
    <>
      <ValueFields
        fields={[{ ...ownValueField(field), title: '填入的值' }]}
        values={{ value }}
        onChange={change}
      />
      <small className={styles.note}>条件成立时由联动填入，不能改动；空着则清空</small>
    </>
  );
}
