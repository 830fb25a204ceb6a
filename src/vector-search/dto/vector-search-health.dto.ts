import { ApiProperty } from '@nestjs/swagger';

/** How the search is. */
export class VectorSearchHealthDto {
  /** `down` while the vector store does not answer, or when the embeddings server failed at its latest call. */
  @ApiProperty({ enum: ['up', 'down', 'disabled'] })
  status!: 'up' | 'down' | 'disabled';

  /** Where the vectors are; missing before the first contact.
   * @example 'embedded' */
  @ApiProperty({ enum: ['embedded', 'pgvector', 'qdrant'], required: false })
  kind?: string;

  /** The embedding model; missing when disabled.
   * @example 'text-embedding-3-small' */
  model?: string;

  /** How many pieces wait to be indexed.
   * @example 0 */
  @ApiProperty({ type: 'integer', required: false })
  pending?: number;

  /** How many pieces were given up; `npm run index` tries them again.
   * @example 0 */
  @ApiProperty({ type: 'integer', required: false })
  failed?: number;
}
