import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { rule } from '../../common/validation/rule';
import { Text } from '../../common/validation/text';

/** NGSI-LD Null (ETSI GS CIM 009): brokers take it as the wish to delete the attribute. */
const NGSI_LD_NULL = 'urn:ngsi-ld:null';

/** Text that becomes the value of an attribute. */
export const ReportText = (maximum: number, documentation: ApiPropertyOptions = {}) =>
  applyDecorators(
    Text(maximum, documentation),
    rule('isNotNgsiLdNull', `must not be ${NGSI_LD_NULL}`, (text) => text !== NGSI_LD_NULL),
  );
