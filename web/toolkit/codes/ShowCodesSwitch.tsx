import { Checkbox } from 'antd';
import { useShowCodes } from './use-show-codes.ts';

/** Asks in the tools of a list whether codes are shown; all lists, editors and pickers follow the answer. */
export function ShowCodesSwitch() {
  const [isShown, change] = useShowCodes();
  return (
    <Checkbox checked={isShown} onChange={({ target }) => change(target.checked)}>
      显示编码
    </Checkbox>
  );
}
