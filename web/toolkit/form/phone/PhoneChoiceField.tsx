import { lazy, Suspense } from 'react';
import { ChoiceBox } from '../../choices/ChoiceBox.tsx';
import type { Choice } from '../../choices/choice.ts';
import { useOpenOnTyping } from '../../choices/use-open-on-typing.ts';
import type { ControlAttributes } from '../kind-view.ts';
import type { PhoneChoicesProps } from './PhoneChoiceDialog.tsx';

const PhoneChoiceDialog = lazy(async () => ({
  default: (await import('./PhoneChoiceDialog.tsx')).PhoneChoiceDialog,
}));

/** Shows the chosen entries of a field on a phone; the list that fills the screen is loaded when it is opened. */
export function PhoneChoiceField(
  props: Pick<PhoneChoicesProps, 'title' | 'choices' | 'failure' | 'single' | 'onRetry'> & {
    control: ControlAttributes;
    disabled: boolean;
    placeholder: string;
    chosen: readonly Choice[];
    /** True if something is always chosen. */
    cannotClear?: boolean;
    onOpen?: () => void;
    onChoose: (chosen: readonly Choice[]) => void;
    onBlur: () => void;
  },
) {
  const { title, chosen, onChoose } = props;
  const opening = useOpenOnTyping();
  const close = () => {
    opening.close();
    props.onBlur();
  };
  return (
    <>
      <ChoiceBox
        control={props.control}
        disabled={props.disabled}
        placeholder={props.placeholder}
        text={chosen.map(({ name }) => name).join('、')}
        sign={<ArrowIcon />}
        clearLabel={`清除${title}`}
        {...opening.box}
        onOpen={() => {
          props.onOpen?.();
          opening.box.onOpen();
        }}
        onClear={props.cannotClear ? undefined : () => onChoose([])}
      />
      {opening.isOpen && (
        <Suspense>
          <PhoneChoiceDialog
            title={title}
            choices={props.choices}
            failure={props.failure}
            single={props.single}
            value={chosen}
            typedText={opening.typedText}
            onRetry={props.onRetry}
            onConfirm={(next) => {
              onChoose(next);
              close();
            }}
            onCancel={close}
          />
        </Suspense>
      )}
    </>
  );
}

function ArrowIcon() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" aria-hidden="true" focusable="false">
      <path d="M2 4l4 4 4-4" stroke="currentColor" strokeWidth="1.4" />
    </svg>
  );
}
