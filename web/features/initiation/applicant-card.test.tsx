import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { FormView } from '#web/toolkit/form/FormView.tsx';
import { openApplicantForm } from './applicant-form.ts';

const show = (applicantWord: ApplicantTerm) =>
  render(<FormView form={openApplicantForm({ applicantWord, serveTypes: ['window', 'online'] })} />);

describe('applicant card on the screen', () => {
  it('shows 信访人姓名不能为空 when the field is left empty on a petition (S2 §5)', () => {
    show(ApplicantTerm.petitioner);
    fireEvent.blur(screen.getByRole('textbox', { name: /信访人姓名/ }));
    expect(screen.getByText('信访人姓名不能为空')).toBeTruthy();
  });

  it('does not mark the mobile number of a petition as required, and hints that one of two numbers is', () => {
    show(ApplicantTerm.petitioner);
    const mobile = screen.getByRole('textbox', { name: '手机号码' });
    expect(mobile.getAttribute('aria-required')).toBeNull();
    const descriptionId = mobile.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(descriptionId)?.textContent).toBe('手机号码、固定电话至少填写一项');
    fireEvent.blur(mobile);
    expect(screen.getByText('请填写手机号码或固定电话')).toBeTruthy();
  });

  it('switches to the fields of an organisation with one choice, each under its own name', () => {
    show(ApplicantTerm.applicant);
    expect(screen.queryByRole('textbox', { name: /单位名称/ })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: '法人或其他组织' }));
    for (const name of [/单位名称/, /法定代表人姓名/, /法定代表人证件号码/, /法定代表人手机号码/])
      expect(screen.getByRole('textbox', { name })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: /申请人姓名/ })).toBeNull();
    expect(screen.queryByRole('radio', { name: '女' })).toBeNull();
  });

  it('offers the intake channels of the item, with its default selected', () => {
    show(ApplicantTerm.applicant);
    expect(screen.getByRole('radio', { name: '窗口' })).toHaveProperty('checked', true);
    expect(screen.queryByRole('radio', { name: '信函' })).toBeNull();
  });
});
