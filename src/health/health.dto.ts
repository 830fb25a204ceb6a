export class HealthDto {
  /** Always `ok`; what is not is an error.
   * @example 'ok' */
  status = 'ok' as const;
}
