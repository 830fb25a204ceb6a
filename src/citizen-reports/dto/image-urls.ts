import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { rule } from '../../common/validation/rule';

const MOST_IMAGES = 10;
const LONGEST_URL = 2048;

const WEB_ADDRESS = /^https?:\/\/[^\s\p{C}]+$/iu;

const isImageUrl = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= LONGEST_URL && WEB_ADDRESS.test(value) && URL.canParse(value);

/** Addresses of images on the web. */
export const ImageUrls = () =>
  applyDecorators(
    rule('isArray', 'must be an array', Array.isArray),
    rule(
      'arrayMaxSize',
      `must have at most ${MOST_IMAGES} elements`,
      (value) => Array.isArray(value) && value.length <= MOST_IMAGES,
    ),
    rule(
      'isImageUrl',
      `each element must be an http:// or https:// URL of at most ${LONGEST_URL} characters`,
      (value) => Array.isArray(value) && value.every(isImageUrl),
    ),
    ApiProperty({
      type: 'array',
      required: false,
      maxItems: MOST_IMAGES,
      items: { type: 'string', format: 'uri', maxLength: LONGEST_URL },
      example: ['https://images.example.org/2026/11/streetlight-15.jpg'],
    }),
  );
