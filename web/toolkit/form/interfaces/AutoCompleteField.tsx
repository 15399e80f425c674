import { AutoComplete } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { InterfaceUse } from '#domain/forms/field-interfaces.ts';
import type { OfferedOption } from '#domain/forms/remote-options.ts';
import styles from '../form.module.css';
import type { FieldEditorProps } from '../kind-view.ts';
import { fillFields, valuesToFill } from './fill-fields.ts';
import { missingText, QueryLine } from './QueryLine.tsx';
import { useLatestQuery } from './use-latest-query.ts';
import { useParameters } from './use-parameters.ts';

/** Pause after the last key before the interface is asked, in milliseconds (S2 §9). */
const pauseMs = 500;
/** Suggestions that are shown; more of them are found by typing more. */
const maxShown = 50;

/** Edits a text of one line with suggestions of an interface for what is typed (S2 §7). */
export function AutoCompleteField({ use, ...props }: FieldEditorProps<string> & { use: InterfaceUse }) {
  const { control, disabled, field, onBlur, onChange, path, store, value } = props;
  const parameters = useParameters(store, path, use);
  const query = useLatestQuery();
  const [options, setOptions] = useState<readonly OfferedOption[]>([]);
  const [fault, setFault] = useState<string>();
  const [isMissingShown, setIsMissingShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const composes = useRef(false);
  const typed = useRef(value);
  useEffect(() => () => clearTimeout(timer.current), []);

  const stop = () => {
    clearTimeout(timer.current);
    query.cancel();
    setOptions([]);
    setFault(undefined);
  };
  const run = async (text: string) => {
    const outcome = await query.ask({ path, field, use: 'complete', parameters: parameters.values, text });
    if (outcome === undefined) return;
    if ('fault' in outcome) setFault(outcome.fault);
    else setOptions((outcome.options ?? []).slice(0, maxShown));
  };
  const suggestFor = (text: string) => {
    stop();
    setIsMissingShown(parameters.missing.length > 0);
    if (composes.current || text.trim() === '' || parameters.missing.length > 0) return;
    timer.current = setTimeout(() => void run(text), pauseMs);
  };
  const choose = (option: OfferedOption) => {
    const before = valuesToFill(store, path, use);
    stop();
    onChange(option.label);
    fillFields(store, path, option.fills ?? {}, before);
  };

  return (
    <div
      onCompositionStart={() => {
        composes.current = true;
        stop();
      }}
      onCompositionEnd={() => {
        composes.current = false;
        suggestFor(typed.current);
      }}
    >
      <AutoComplete<string, { value: string; key: string; option: OfferedOption }>
        {...control}
        className={styles.select}
        defaultActiveFirstOption={false}
        disabled={disabled}
        options={options.map((option) => ({ value: option.label, key: option.value, option }))}
        placeholder={field.props.placeholder ?? '请输入'}
        status={control['aria-invalid'] && 'error'}
        value={value}
        virtual={false}
        onBlur={() => {
          stop();
          onBlur();
        }}
        onChange={(next) => {
          typed.current = next ?? '';
          onChange(next ?? '');
        }}
        onSearch={(text) => {
          typed.current = text;
          suggestFor(text);
        }}
        onSelect={(_, { option }) => choose(option)}
      />
      <QueryLine
        text={
          isMissingShown
            ? missingText(parameters.missing)
            : options.length > 0
              ? `有 ${options.length} 条提示`
              : ''
        }
        fault={fault}
        title={field.title}
        onRetry={() => {
          setFault(undefined);
          void run(value);
        }}
      />
    </div>
  );
}
