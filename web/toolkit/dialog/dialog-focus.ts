/** Initial focus of a dialog: the first field, or the button of a confirmation without fields. */
export type InitialFocus = 'field' | 'button';

const controls = [
  ...['textarea', 'select', '[contenteditable="true"]', '[role="combobox"]', '[aria-haspopup="dialog"]'],
  ...['text', 'password', 'tel', 'search', 'number', 'radio', 'checkbox'].map((type) => `[type="${type}"]`),
  'input:not([type])',
].join(',');
const textFields = 'textarea, input:not([type="checkbox"], [type="radio"])';
/** A group of choices has no such attribute in HTML: its `fieldset` is marked. */
const mustBeFilled = ':is([aria-required="true"], [required], fieldset[data-required])';

/**
 * Returns the control with the initial focus of a dialog: the first required field that is empty; if none is
 * empty, the first required one, else the first one; in a dialog without fields the main button, or the one
 * next to it if the main one deletes something. `data-first-focus` on a control overrides this.
 */
function findInitialFocus(dialog: Element, start: InitialFocus): HTMLElement | undefined {
  const override = dialog.querySelector<HTMLElement>('[data-first-focus]');
  if (override && isReachable(override)) return override;
  const body = dialog.querySelector('.ant-modal-body');
  const candidates = [...(body?.querySelectorAll<HTMLElement>(`${controls}, button[id]`) ?? [])];
  const fields = candidates.filter(
    (field) => isReachable(field) && (field.matches(controls) || labelOf(field)),
  );
  const requiredFields = fields.filter(
    (field) =>
      field.closest(mustBeFilled) !== null ||
      labelOf(field)?.matches('.ant-form-item-required') ||
      // The label of a group of choices names none of them.
      (isChoice(field) && field.closest('.ant-form-item')?.querySelector('.ant-form-item-required')),
  );
  const empty = requiredFields.find(isEmpty);
  if (empty) return empty;
  const first = requiredFields[0] ?? chosenOf(fields);
  if (start === 'field' && first) return first;
  const main = dialog.querySelector<HTMLElement>(
    '.ant-modal-footer .ant-btn-primary:not(.ant-btn-dangerous)',
  );
  // A button that waits for an answer gets the focus when it is enabled; until then Enter must not press
  // another button.
  if (main) return isReachable(main) ? main : undefined;
  const buttons = [...dialog.querySelectorAll<HTMLElement>('.ant-modal-footer button')].filter(isReachable);
  return buttons.find((button) => !button.matches('.ant-btn-dangerous')) ?? first ?? buttons[0];
}

/** Returns the label of a field; a button that opens a picker is a field too, if it has a label. */
function labelOf({ id }: HTMLElement): Element | null {
  return id === '' ? null : document.querySelector(`label[for="${CSS.escape(id)}"]`);
}

/** Returns the first control, or in a radio group the selected option. */
function chosenOf([first]: readonly HTMLElement[]): HTMLElement | undefined {
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first;
  return first.closest('[role="radiogroup"]')?.querySelector<HTMLElement>(':checked') ?? first;
}

function isReachable(control: HTMLElement): boolean {
  return !control.matches(':disabled, [aria-disabled="true"]') && !control.closest('[hidden], [inert]');
}

function isChoice(field: HTMLElement): boolean {
  return field.matches('input:is([type="radio"], [type="checkbox"])');
}

function isEmpty(field: HTMLElement): boolean {
  if (isChoice(field))
    return (
      field
        .closest('[role="radiogroup"], [role="group"], fieldset, .ant-form-item')
        ?.querySelector(':checked') == null
    );
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!isText) return field.textContent === '' || field.textContent?.startsWith('请选择') === true;
  if (field.value !== '') return false;
  // The input of a select is always empty; its chosen value is a separate element.
  return (
    field
      .closest('.ant-select')
      ?.querySelector('[class*="selection-item"], [class*="content-item"], [class*="content-has-value"]') ==
    null
  );
}

const invalidSelector = '.ant-form-item-has-error, [aria-invalid="true"], fieldset[data-wrong]';

/** Returns the first invalid field of a dialog. */
function findFirstProblem(dialog: Element): HTMLElement | undefined {
  const body = dialog.querySelector('.ant-modal-body');
  for (const element of body?.querySelectorAll<HTMLElement>(invalidSelector) ?? []) {
    const fields = element.matches(controls)
      ? [element]
      : [...element.querySelectorAll<HTMLElement>(controls)];
    const field = [...fields, ...element.querySelectorAll<HTMLElement>('button')].find(isReachable);
    if (field) return field;
  }
  return undefined;
}

/** Moves the focus to a control and scrolls to it, including its label and its messages. */
function show(control: HTMLElement, block: ScrollLogicalPosition) {
  control.closest('fieldset, .ant-form-item')?.scrollIntoView?.({ block });
  control.scrollIntoView?.({ block: 'nearest' });
  control.focus({ preventScroll: true });
}

export interface DialogFocus {
  /** Sets the initial focus, unless the user has done something in the dialog already. */
  begin: () => void;
  end: () => void;
}

/**
 * Manages the focus of an open dialog: at its start until the user does something, even if fields are added
 * later; and at the first invalid field after the main button was pressed, however late the problem is found.
 */
export function manageFocus(dialog: HTMLElement, start: InitialFocus): DialogFocus {
  let isTouched = false;
  let isSubmitted = false;
  let ownTarget: HTMLElement | undefined;
  const begin = () => {
    if (isTouched) return;
    const target = findInitialFocus(dialog, start);
    if (!target || target === document.activeElement) return;
    ownTarget = target;
    show(target, 'nearest');
  };
  const focusProblem = () => {
    if (!isSubmitted) return;
    const problem = findFirstProblem(dialog);
    if (!problem) return;
    isSubmitted = false;
    show(problem, 'center');
  };
  const markTouched = () => {
    isTouched = true;
    isSubmitted = false;
  };
  const markSubmitted = () => {
    isTouched = true;
    isSubmitted = true;
    requestAnimationFrame(focusProblem);
  };
  /** Screen readers, voice control and autofill focus a control without any key on the page. */
  const onFocus = ({ target }: FocusEvent) => {
    // An Ant Design dialog focuses its frame or its close button when it opens.
    if (
      target instanceof HTMLElement &&
      target !== ownTarget &&
      target.closest('.ant-modal-body, .ant-modal-footer')
    )
      isTouched = true;
    // In a low window the field may be partly below the edge. Only text fields: a box or a button that moves
    // between press and release gets no click.
    if (target instanceof HTMLElement && target.matches(textFields))
      (target.closest('.ant-form-item') ?? target).scrollIntoView?.({ block: 'nearest' });
  };
  const onKey = (event: KeyboardEvent) => {
    markTouched();
    const { target, key } = event;
    if (key === 'Enter' && target instanceof HTMLInputElement) markSubmitted();
  };
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('.ant-modal-footer .ant-btn-primary')) markSubmitted();
  };
  const watcher = new MutationObserver(() => {
    begin();
    focusProblem();
  });
  watcher.observe(dialog, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['class', 'aria-invalid', 'disabled'],
  });
  const abortController = new AbortController();
  const { signal } = abortController;
  dialog.addEventListener('keydown', onKey, { capture: true, signal });
  dialog.addEventListener('pointerdown', markTouched, { capture: true, signal });
  dialog.addEventListener('input', markTouched, { capture: true, signal });
  dialog.addEventListener('focusin', onFocus, { signal });
  dialog.addEventListener('click', onClick, { signal });
  // After the dialog has stored its opener, which gets the focus back later.
  queueMicrotask(() => !signal.aborted && begin());
  return {
    begin,
    end() {
      abortController.abort();
      watcher.disconnect();
    },
  };
}
