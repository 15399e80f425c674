import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { missingOfficeText } from '#domain/office/office-limits.ts';
import { isCallError } from '#web/api/call-error.ts';
import { renewAfter } from '#web/api/query-of.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { messageOfConcurrentEdit } from '#web/toolkit/concurrent-edits/use-concurrent-edits.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';

/** Returns the rules of a required field, with the text that the server has for it. */
export function requiredRules(field: keyof typeof missingOfficeText) {
  return [{ required: true, whitespace: true, message: missingOfficeText[field] }];
}

/** Provides a form that shows the server's validation problems at its fields, and others as a notice. */
export function useOfficeForm<Values extends object>(
  endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>,
  inputOf: (values: Values) => object,
  /** Called if another person has saved a later change; returns the values that the form must then show. */
  onDataChanged?: (refusal: string, values: Values) => Promise<Partial<Values>>,
) {
  const [form] = Form.useForm<Values>();
  /** The code is in its own collapsible section and not a field of the form. */
  const [codeProblem, setCodeProblem] = useState<string>();
  const { run, running } = useMutation(endpoint);
  const feedback = useFeedback();
  const client = useQueryClient();
  const submit = async (successText: string, extraValues: Partial<Values> = {}): Promise<boolean> => {
    setCodeProblem(undefined);
    const fields = Object.keys(form.getFieldsValue());
    form.setFields(fields.map((name) => ({ name, errors: [] })) as never);
    const isComplete = await form.validateFields().then(
      () => true,
      () => false,
    );
    const missing = fields.find((name) => form.getFieldError(name as never).length > 0);
    if (!isComplete) {
      if (missing !== undefined) form.focusField(missing as never);
      return false;
    }
    const outcome = await run(inputOf({ ...form.getFieldsValue(), ...extraValues }) as never);
    if (outcome.kind === 'ignored') return false;
    if (outcome.kind === 'done') {
      feedback.success(successText);
      await outcome.renewal;
      return true;
    }
    const { failure } = outcome;
    const refusal = messageOfConcurrentEdit(failure);
    if (refusal !== undefined && onDataChanged) {
      await renewAfter(client, endpoint);
      await onDataChanged(refusal, form.getFieldsValue())
        .then((values) => form.setFieldsValue(values as never))
        .catch(feedback.failure);
      return false;
    }
    const problems = isCallError(failure) ? failure.problems : [];
    // If the code is derived from the name, only the name's problem is shown.
    const followsName =
      'code' in extraValues && !extraValues.code && problems.some(({ field }) => field === 'name');
    setCodeProblem(followsName ? undefined : problems.find(({ field }) => field === 'code')?.message);
    const fieldProblems = problems.filter(({ field }) => field === 'code' || fields.includes(field));
    form.setFields(
      fields
        .map((name) => ({
          name,
          errors: fieldProblems.filter(({ field }) => field === name).map(({ message }) => message),
        }))
        .filter(({ errors }) => errors.length > 0) as never,
    );
    const first = fields.find((name) => fieldProblems.some(({ field }) => field === name));
    if (first !== undefined) form.focusField(first as never);
    if (fieldProblems.length < problems.length || problems.length === 0) feedback.failure(failure);
    return false;
  };
  return { form, submit, running, codeProblem, clearCodeProblem: () => setCodeProblem(undefined) };
}
