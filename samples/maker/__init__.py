"""How the sample documents are made: letter shapes, slips and sheets, ink on paper, scanner and camera."""
