import { ChoiceHead } from '../choices/ChoiceHead.tsx';
import { ChosenList } from '../choices/ChosenList.tsx';
import type { Choice } from '../choices/choice.ts';
import { SearchedChoices } from '../choices/SearchedChoices.tsx';
import { useChoiceSelection } from '../choices/use-choice-selection.ts';
import { useShowCodes } from '../codes/use-show-codes.ts';
import { AppModal } from '../dialog/AppModal.tsx';
import styles from './choice-picker.module.css';
import type { DeclaredChoice } from './choice-sources.ts';

/** Asks for one or several entries of one declared source: halls, windows, posts, user groups, roles. */
export function ChoicePicker(props: {
  declared: DeclaredChoice;
  single?: boolean;
  value: readonly Choice[];
  onConfirm: (chosen: readonly Choice[]) => void;
  onCancel: () => void;
}) {
  const { declared, single = false } = props;
  const title = `选择${declared.label}`;
  const [showsCodes] = useShowCodes();
  const hidesHint = declared.hintIsCode === true && !showsCodes;
  const [nameColumn] = declared.columns;
  const choice = useChoiceSelection({ title, single, value: props.value, onConfirm: props.onConfirm });
  return (
    <AppModal
      open
      title={title}
      width={860}
      okText="确认选择"
      onOk={choice.confirm}
      onCancel={props.onCancel}
    >
      <div className={styles.panes}>
        <SearchedChoices
          label={declared.label}
          searchHint={declared.searchHint}
          source={declared.source}
          single={single}
          chosen={choice.keys}
          head={<ChoiceHead columns={hidesHint ? [nameColumn] : declared.columns} />}
          {...(hidesHint && { rowOf: withoutHint })}
          onToggle={choice.toggle}
          {...(!single && { onSet: choice.set })}
          onConfirm={choice.confirm}
        />
        <ChosenList
          title={`已选择 ${choice.chosen.length} 项`}
          items={hidesHint ? choice.chosen.map(withoutHint) : choice.chosen}
          onRemove={choice.remove}
          onClear={choice.clear}
        />
      </div>
    </AppModal>
  );
}

function withoutHint<Row extends Choice>({ hint: _hint, ...row }: Row) {
  return row;
}
