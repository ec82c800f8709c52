"""The page on screen: picture, boxes, character marks, tools."""
