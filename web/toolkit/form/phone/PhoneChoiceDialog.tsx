import { Button } from 'antd';
import { useState } from 'react';
import { findsName } from '#domain/texts/name-search.ts';
import { ChoiceList } from '../../choices/ChoiceList.tsx';
import type { Choice } from '../../choices/choice.ts';
import { useChoiceSelection } from '../../choices/use-choice-selection.ts';
import { AppModal } from '../../dialog/AppModal.tsx';
import styles from './phone-choices.module.css';

/** Number of choices from which a search field is useful. */
const minChoicesForSearch = 8;

/** A choice, with the pinyin by which it is also found. */
export type PhoneChoice = Choice & { pinyin?: string | undefined };

export interface PhoneChoicesProps {
  title: string;
  /** All choices; undefined while they are loaded. */
  choices: readonly PhoneChoice[] | undefined;
  failure?: unknown;
  single: boolean;
  value: readonly Choice[];
  /** Text that was typed before the list was open. */
  typedText: string;
  onRetry?: (() => void) | undefined;
  onConfirm: (chosen: readonly Choice[]) => void;
  onCancel: () => void;
}

/**
 * Shows the choices of a field in the whole screen of a phone: one press chooses a single one, several are ticked and
 * confirmed.
 */
export function PhoneChoiceDialog(props: PhoneChoicesProps) {
  const { title, choices = [], single, onConfirm } = props;
  const [text, setText] = useState(props.typedText);
  const isFound = ({ name, pinyin }: PhoneChoice) =>
    text.trim() === '' || findsName(text.trim(), name, pinyin);
  const rows = choices.filter(isFound).map((choice) => ({
    ...choice,
    displayName: <span className={styles.name}>{choice.name}</span>,
  }));
  const selection = useChoiceSelection<Choice>({
    title: `选择${title}`,
    single,
    value: props.value,
    onConfirm,
  });
  return (
    <AppModal
      open
      title={`选择${title}`}
      width={560}
      onCancel={props.onCancel}
      destroyOnHidden
      footer={
        single ? null : (
          <Button type="primary" onClick={() => onConfirm(selection.chosen)}>
            确定（已选 {selection.chosen.length} 项）
          </Button>
        )
      }
    >
      <div className={styles.list}>
        <ChoiceList
          label={title}
          searchHint="名称、拼音或首字母"
          hidesSearch={choices.length < minChoicesForSearch}
          text={text}
          onText={setText}
          rows={rows}
          total={rows.length}
          single={single}
          chosen={selection.keys}
          pending={props.choices === undefined && props.failure === undefined}
          failure={props.failure ?? null}
          onRetry={() => props.onRetry?.()}
          onToggle={({ key, name }) =>
            single ? onConfirm([{ key, name }]) : selection.toggle({ key, name })
          }
          onConfirm={() => onConfirm(selection.chosen)}
          footer={`共 ${rows.length} 项`}
        />
      </div>
    </AppModal>
  );
}
